import MoultProto
import MoultSource
import Testing

@Suite struct ObjectiveCNameTests {
  @Test(arguments: [
    ("acme.weather.v1", "AWX"), ("harbor.crane.v1", "HCX"), ("foo", "FXX"),
    ("a.b.c.d.v1beta1", "ABCD"),
    ("foo.v1p1alpha", "FXX"), ("foo.v1test2", "FXX"), ("foo.v0", "FVX"), ("foo.v1alphax", "FVX"),
    ("foo.version", "FVX"),
    ("google.protobuf.buf", "GPX"), ("v1", "VXX"), ("", ""),
  ])
  func `a package gives the prefix that buf derives`(package: String, prefix: String) {
    #expect(derivedObjectiveCPrefix(forPackage: package) == prefix)
  }

  @Test func `a package gives the prefix that protoc makes of it when asked`() {
    #expect(
      objectiveCPackagePrefix(forPackage: "acme.web_shop.v1", forced: "") == "Acme_WebShop_V1_")
    #expect(
      objectiveCPackagePrefix(forPackage: "acme.web_shop.v1", forced: "ABC")
        == "ABCAcme_WebShop_V1_")
    #expect(objectiveCPackagePrefix(forPackage: "", forced: "ABC") == "ABC")
  }

  @Test(arguments: [
    ("Order", "Order", "XYZOrder"), ("XYZFoo", "XYZFoo", "XYZFoo"),
    ("XYZfoo", "XYZfoo", "XYZXYZfoo"),
    ("XYZ2Foo", "XYZ2Foo", "XYZXYZ2Foo"), ("XYZ_Foo", "XYZ_Foo", "XYZXYZ_Foo"),
    ("XYZ", "XYZ", "XYZXYZ"), ("snake_case", "snake_case", "XYZsnake_case"),
    ("Data.Error", "Data_Error", "XYZData_Error"), ("Method", "Method_Class", "XYZMethod"),
    ("Duration", "Duration_Class", "XYZDuration"), ("Data.Method", "Data_Method", "XYZData_Method"),
    ("Any", "Any", "XYZAny"), ("_Foo", "_Foo_Class", "XYZ_Foo"), ("_F", "_F", "XYZ_F"),
  ])
  func `a message is called by its path, its prefix and what is reserved`(
    path: String, bare: String, prefixed: String
  ) {
    let path = path.split(separator: ".").map(String.init)
    #expect(ObjectiveCNames(prefix: "").className(path) == bare)
    #expect(ObjectiveCNames(prefix: "XYZ").className(path) == prefixed)
  }

  @Test func `an enum and its values are called alike`() {
    let bare = ObjectiveCNames(prefix: "")
    let prefixed = ObjectiveCNames(prefix: "XYZ")
    #expect(bare.enumName(["Fixed"]) == "Fixed_Enum")
    #expect(bare.constantName("BAR_BAZ", ofEnum: ["Fixed"]) == "Fixed_Enum_BarBaz")
    #expect(prefixed.constantName("BAR_BAZ", ofEnum: ["Fixed"]) == "XYZFixed_BarBaz")
    #expect(prefixed.enumName(["XYZFoo", "Bar", "Mode"]) == "XYZFoo_Bar_Mode")
  }

  @Test(arguments: [
    ("HTTP_ID", "HTTPId"), ("HTTP2", "HTTP2"), ("URLs", "Urls"), ("OAuth2Token", "Oauth2Token"),
    ("fooBAR", "FooBar"), ("foo2bar", "Foo2Bar"), ("HTTPSurl", "Httpsurl"),
  ])
  func `words of a value are told apart by their letters`(value: String, cased: String) {
    #expect(ObjectiveCNames(prefix: "").constantName(value, ofEnum: ["E"]) == "E_" + cased)
  }

  @Test func `a field gets what its cardinality and the reserved words ask for`() throws {
    let parsed = Parsed(
      """
      syntax = "proto3";
      message A {
        string https_url = 1; repeated string url_list = 2; string foo_array = 3;
        repeated int32 foo = 4; map<string, A> a_map = 5; bytes data = 6; A class = 7;
        string class_name = 8;
      }
      """)
    let names = try #require(parsed.file.messages.first).fields.map(\.objectiveCName)
    #expect(
      names == [
        "HTTPSURL", "URLListArray", "fooArray_p", "fooArray", "aMap", "data_p", "class_p",
        "className_p",
      ])
  }

  @Test func `files, roots and services have names`() {
    #expect(objectiveCFileStem("a/hello_world-2.proto") == "HelloWorld2")
    #expect(ObjectiveCNames(prefix: "XYZ").rootClassName(forFile: "a/v.proto") == "XYZVRoot")
    #expect(ObjectiveCNames(prefix: "HCX").serviceName("Crane") == "HCXCrane")
    #expect(ObjectiveCNames(prefix: "HCX").serviceName("HCXCrane") == "HCXCrane")
  }

  @Test(arguments: [
    (
      false, false, "doThingWithRequest:handler:", "RPCToDoThingWithRequest:handler:",
      "doThingWithMessage:responseHandler:callOptions:"
    ),
    (
      false, true, "doThingWithRequest:eventHandler:", "RPCToDoThingWithRequest:eventHandler:",
      "doThingWithMessage:responseHandler:callOptions:"
    ),
    (
      true, false, "doThingWithRequestsWriter:handler:",
      "RPCToDoThingWithRequestsWriter:handler:", "doThingWithResponseHandler:callOptions:"
    ),
    (
      true, true, "doThingWithRequestsWriter:eventHandler:",
      "RPCToDoThingWithRequestsWriter:eventHandler:", "doThingWithResponseHandler:callOptions:"
    ),
  ])
  func `an RPC has three methods`(
    requests: Bool, responses: Bool, short: String, callObject: String, current: String
  ) {
    let selectors = ObjectiveCSelectors(
      rpc: "DoThing", streamsRequests: requests, streamsResponses: responses)
    #expect(selectors.short == short)
    #expect(selectors.callObject == callObject)
    #expect(selectors.current == current)
  }

  @Test func `an empty prefix is not an absent one`() {
    #expect(Parsed("option objc_class_prefix = \"\";").file.objectiveCPrefix == "")
    #expect(Parsed("option swift_prefix = \"A\";").file.objectiveCPrefix == nil)
  }
}
