void f(GRPCMutableCallOptions *options) { options.compressAlgorithm = GRPCCompressGzip; }
