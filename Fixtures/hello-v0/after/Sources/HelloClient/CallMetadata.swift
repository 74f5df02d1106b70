import Foundation
import GRPC

/// Builds what is sent along with every call.
///
/// The keys are agreed with the server: `user-id` names the caller and `trace-id` ties the
/// lines of both logs together.
struct CallMetadata {
    let userId: String
    let traceId: String?

    /// Names the caller; most calls need no more.
    func forUser() throws -> CallOptions {
        let metadata = CallOptions(
            customMetadata: ["user-id": userId],
            timeLimit: .timeout(.seconds(600))
        )
        return metadata
    }

    /// Names the caller and the trace that the call belongs to.
    func traced() throws -> CallOptions {
        var metadata = CallOptions(
            customMetadata: ["user-id": userId, "client": "hello-ios"],
            timeLimit: .timeout(.seconds(600))
        )
        metadata.customMetadata.add(name: "trace-id", value: traceId ?? UUID().uuidString)
        return metadata
    }

    /// What a visitor sends who is not signed in.
    static func anonymous() -> CallOptions {
        return CallOptions(timeLimit: .timeout(.seconds(600)))
    }

    /// Returns the language asked for, English if none is.
    static func language(in metadata: CallOptions) -> String {
        return metadata.customMetadata.first(name: "accept-language") ?? "en"
    }

    /// Returns a line for the log. Metadata is never logged whole: it holds the user's name.
    static func summary(of metadata: CallOptions) -> String {
        guard let trace = metadata.customMetadata.first(name: "trace-id") else { return "untraced" }
        return "trace \(trace), \(language(in: metadata))"
    }
}
