import ComposableArchitecture
import HikeModels
import SwiftUI

public struct HikeEditorView: View {
  let store: StoreOf<HikeEditor>

  public init(store: StoreOf<HikeEditor>) {
    self.store = store
  }

  public var body: some View {
    WithViewStore(self.store, observe: { $0 }) { viewStore in
      Form {
        TextField("Title", text: viewStore.$hike.title)
        DatePicker("Date", selection: viewStore.$hike.date)
        Picker("Grade", selection: viewStore.$hike.grade) {
          ForEach(Hike.Grade.allCases, id: \.self) { Text($0.rawValue.capitalized) }
        }
        Stepper("Ascent: \(viewStore.hike.ascent) m", value: viewStore.$hike.ascent, step: 50)
        if !viewStore.isNew {
          Button("Delete", role: .destructive) { viewStore.send(.deleteButtonTapped) }
        }
      }
      .disabled(viewStore.isSaving)
      .toolbar {
        Button("Save") { viewStore.send(.saveButtonTapped) }
      }
    }
    .alert(store: self.store.scope(state: \.$alert, action: \.alert))
  }
}

struct HikeEditorView_Previews: PreviewProvider {
  static var previews: some View {
    NavigationStack {
      HikeEditorView(
        store: Store(
          initialState: HikeEditor.State(hike: Hike(id: UUID(), date: .now)),
          reducer: { HikeEditor() }
        )
      )
    }
  }
}
