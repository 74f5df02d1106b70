// A certificate for 'beacon.example' that signs itself, and its key, which guards nothing: both were made with openssl for
// these tests alone.

let testCertificate = """
  -----BEGIN CERTIFICATE-----
  MIIBcDCCARagAwIBAgIBATAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5iZWFjb24u
  ZXhhbXBsZTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowGTEXMBUG
  A1UEAwwOYmVhY29uLmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQL
  XSZTSuW1BoZ2fl25R9/Gioezt6picM0/kcoBYFVFV0ZmGURY+DdMZBUIqNwWe/51
  y5Emv3rUWwVeaQFjLwpjo00wSzAZBgNVHREEEjAQgg5iZWFjb24uZXhhbXBsZTAP
  BgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBQLK/OIgHcMJYMETVGnHwO/S0JFPzAK
  BggqhkjOPQQDAgNIADBFAiA47U0VPS+w0xmsTKyl6WBK2hvNKmc4bLbdnzhIsh46
  KwIhAL6viEdGrGVZc3keEuti9netrOxcs/zneNsPLDDTWSCy
  -----END CERTIFICATE-----
  """

let testKey = """
  -----BEGIN PRIVATE KEY-----
  MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKtrRACmMcuNCkp6w
  NzdD6Lv+8ymXKeT3US6WQelMNF6hRANCAAQLXSZTSuW1BoZ2fl25R9/Gioezt6pi
  cM0/kcoBYFVFV0ZmGURY+DdMZBUIqNwWe/51y5Emv3rUWwVeaQFjLwpj
  -----END PRIVATE KEY-----
  """
