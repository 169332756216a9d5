// The door that VS Code gives a web view: messages out, and a small state that outlives the page.
export interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare global {
  /** May be called once in the life of a page. */
  function acquireVsCodeApi(): EditorApi;
}
