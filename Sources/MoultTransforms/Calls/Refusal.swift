/// Why a place is left to a person, said as the next step for it: a phrase without a final period.
struct Refusal: Error {
  let nextStep: String

  init(_ nextStep: String) { self.nextStep = nextStep }
}
