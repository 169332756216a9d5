// Owning what has to be ended. Structurally what VS Code calls a Disposable, so that parts without VS Code can use it.

export interface Disposable {
  dispose(): void;
}

/** Ends everything it was given, last first; what comes after its end is ended at once. */
export class Disposables implements Disposable {
  readonly #owned: Disposable[] = [];
  #ended = false;

  add<Owned extends Disposable>(owned: Owned): Owned {
    if (this.#ended) owned.dispose();
    else this.#owned.push(owned);
    return owned;
  }

  dispose(): void {
    this.#ended = true;
    for (const owned of this.#owned.splice(0).reverse()) owned.dispose();
  }
}
