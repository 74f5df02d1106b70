import ApiClientLive
import Dependencies
import QuizFeature

@Dependency(\.apiClient) var apiClient
print(apiClient.baseUrl())
