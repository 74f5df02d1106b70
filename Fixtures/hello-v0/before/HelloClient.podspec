Pod::Spec.new do |s|
  s.name = 'HelloClient'
  s.version = '2.3.0'
  s.summary = 'Client of the greeter'
  s.homepage = 'https://example.com/hello'
  s.license = { type: 'Apache-2.0' }
  s.author = 'Hello team'
  s.source = { git: 'https://example.com/hello.git', tag: s.version.to_s }
  s.ios.deployment_target = '12.0'
  s.swift_version = '5.0'

  s.prepare_command = <<-CMD
    mkdir -p Generated
    protoc \
        --plugin=protoc-gen-swiftgrpc=Tools/protoc-gen-swiftgrpc \
        --swift_out=Visibility=Public:Generated \
        --swiftgrpc_out=Visibility=Public,Server=false,Sync=true:Generated \
        -I Protos \
        Protos/hello_types.proto Protos/hello_service.proto
    protoc --objc_out=Generated -I Protos Protos/hello_types.proto
  CMD

  s.source_files = 'Generated/*.swift', 'Sources/HelloClient/*.swift'
  s.dependency 'SwiftGRPC'

  s.subspec 'ObjectiveC' do |objc|
    objc.source_files = 'Generated/*.pbobjc.{h,m}', 'Legacy/*.{h,m}'
    objc.requires_arc = 'Legacy/*.m'
    objc.dependency 'Protobuf', '~> 3.11'
  end
end
