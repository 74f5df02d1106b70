/// The names that protoc's Objective-C generator does not use as they are.
///
/// Facts of protoc 36.2, whose own list has not changed since 2018 but for the C++ words. `extern` is not in it, by an
/// accident of spelling.
enum ObjectiveCReservedWords {
  /// Keywords of Objective-C, C and C++, and macros of C's library.
  private static let language = words(
    """
    NO NULL Nil YES _cmd alignas alignof and and_eq asm auto bitand bitor bool break bycopy
    byref case catch char char16_t char32_t class compl const const_cast constexpr continue
    decltype default delete double dynamic_cast else enum explicit export false float for
    friend goto id if in inline inout instancetype int long mutable namespace new nil noexcept
    nonnull not not_eq nullable nullptr oneway operator or or_eq out private protected public
    register reinterpret_cast restrict return self short signed sizeof static static_assert
    static_cast stderr stdin stdout struct super switch template this thread_local throw true
    try typedef typeid typename typeof union unsigned using virtual void volatile wchar_t weak
    while xor xor_eq
    """)

  /// Types of the Objective-C runtime and of MacTypes.h.
  private static let types = words(
    """
    AbsoluteTime ByteCount ByteOffset Category Duration Fixed FixedPoint FixedRect Fract
    ItemCount Ivar LangCode LogicalAddress Method OSType OptionBits PBVersion PhysicalAddress
    Point ProcessSerialNumber Protocol Rect RegionCode ScriptCode Size Style StyleField
    StyleParameter TimeBase TimeRecord TimeScale
    """)

  /// What every generated message inherits.
  private static let messageMembers = words(
    """
    clear data delimitedData descriptor extensionRegistry extensionsCurrentlySet initialized
    isInitialized serializedSize sortedExtensionsInUse unknownFields
    """)

  /// Selectors without parameters that `NSObject` has in Apple's frameworks, public or not.
  private static let objectMembers = words(
    """
    CAMLType CA_copyRenderValue CA_prepareRenderValue NS_copyCGImage NS_tiledLayerVisibleRect
    ___tryRetain_OA __autorelease_OA __dealloc_zombie __release_OA __retain_OA
    _accessibilityFinalize _accessibilityIsTableViewDescendant
    _accessibilityUIElementSpecifier _accessibilityUseConvenienceAPI _allowsDirectEncoding
    _asScriptTerminologyNameArray _asScriptTerminologyNameString _bindingAdaptor _cfTypeID
    _copyDescription _destroyObserverList _didEndKeyValueObserving _implicitObservationInfo
    _internalAccessibilityAttributedHint _internalAccessibilityAttributedLabel
    _internalAccessibilityAttributedValue _isAXConnector
    _isAccessibilityContainerSectionCandidate _isAccessibilityContentNavigatorSectionCandidate
    _isAccessibilityContentSectionCandidate _isAccessibilityTopLevelNavigatorSectionCandidate
    _isDeallocating _isKVOA _isToManyChangeInformation _ivarDescription
    _localClassNameForClass _methodDescription _observerStorage _overrideUseFastBlockObservers
    _propertyDescription _releaseBindingAdaptor _scriptingCount _scriptingCountNonrecursively
    _scriptingDebugDescription _scriptingExists _scriptingShouldCheckObjectIndexes
    _shortMethodDescription _shouldSearchChildrenForSection _traitStorageList _tryRetain
    _ui_descriptionBuilder _uikit_variesByTraitCollections _web_description
    _webkit_invokeOnMainThread _willBeginKeyValueObserving accessibilityActivate
    accessibilityActivationPoint accessibilityAllowsOverriddenAttributesWhenIgnored
    accessibilityAssistiveTechnologyFocusedIdentifiers accessibilityAttributedHint
    accessibilityAttributedLabel accessibilityAttributedValue accessibilityContainer
    accessibilityContainerType accessibilityCustomActions accessibilityCustomRotors
    accessibilityDecrement accessibilityDragSourceDescriptors
    accessibilityDropPointDescriptors accessibilityElementCount
    accessibilityElementDidBecomeFocused accessibilityElementDidLoseFocus
    accessibilityElementIsFocused accessibilityElements accessibilityElementsHidden
    accessibilityFrame accessibilityHeaderElements accessibilityHint
    accessibilityIdentification accessibilityIdentifier accessibilityIncrement
    accessibilityLabel accessibilityLanguage accessibilityLocalizedStringKey
    accessibilityNavigationStyle accessibilityOverriddenAttributes
    accessibilityParameterizedAttributeNames accessibilityPath accessibilityPerformEscape
    accessibilityPerformMagicTap accessibilityPresenterProcessIdentifier
    accessibilityShouldUseUniqueId accessibilitySupportsNotifications
    accessibilitySupportsOverriddenAttributes accessibilityTemporaryChildren
    accessibilityTraits accessibilityValue accessibilityViewIsModal accessibilityVisibleArea
    allPropertyKeys allowsWeakReference attributeKeys autoContentAccessingProxy autorelease
    awakeFromNib boolValueSafe bs_encoded bs_isPlistableType bs_secureEncoded
    cl_json_serializeKey class classCode classDescription classForArchiver classForCoder
    classForKeyedArchiver classForPortCoder className clearProperties copy dealloc
    debugDescription defaultAccessibilityTraits description doubleValueSafe entityName
    exposedBindings finalize finishObserving flushKeyBindings hash init int64ValueSafe
    isAccessibilityElement isAccessibilityElementByDefault
    isElementAccessibilityExposedToInterfaceBuilder isFault isNSArray__ isNSCFConstantString__
    isNSData__ isNSDate__ isNSDictionary__ isNSNumber__ isNSObject__ isNSOrderedSet__
    isNSSet__ isNSString__ isNSTimeZone__ isNSValue__ isProxy mutableCopy nilValueForKey
    objectSpecifier observationInfo pep_onDetachedThread pep_onMainThread
    pep_onMainThreadIfNecessary prepareForInterfaceBuilder release releaseOnMainThread retain
    retainCount retainWeakReference scriptingProperties self shouldGroupAccessibilityChildren
    storedAccessibilityActivationPoint storedAccessibilityContainerType
    storedAccessibilityElementsHidden storedAccessibilityFrame
    storedAccessibilityNavigationStyle storedAccessibilityTraits
    storedAccessibilityViewIsModal storedIsAccessibilityElement
    storedShouldGroupAccessibilityChildren stringValueSafe superclass toManyRelationshipKeys
    toOneRelationshipKeys traitStorageList un_safeBoolValue userInterfaceItemIdentifier
    utf8ValueSafe valuesForKeysWithDictionary zone
    """)

  private static let all = language.union(types).union(messageMembers).union(objectMembers)

  /// Whether `name` is reserved, by a list or because C reserves names of its form.
  static func contains(_ name: String) -> Bool {
    let start = Array(name.utf8.prefix(3))
    let underscore = UInt8(ascii: "_")
    if start.count == 3, start[0] == underscore,
      start[1] == underscore || ASCIIClass(start[1]) == .upper
    {
      return true
    }
    return all.contains(name)
  }

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
