// A writable stream that remembers what was written and can be told to fail.
import type { TextStream } from '../../runtime/cli/terminal.ts';

export class FakeStream implements TextStream {
  readonly isTTY: boolean;
  readonly columns: number;
  text = '';
  #listeners: ((error: Error) => void)[] = [];

  constructor(options: { isTTY?: boolean; columns?: number } = {}) {
    this.isTTY = options.isTTY ?? false;
    this.columns = options.columns ?? 80;
  }

  write(text: string): boolean {
    this.text += text;
    return true;
  }

  on(_event: 'error', listener: (error: Error) => void): this {
    this.#listeners.push(listener);
    return this;
  }

  fail(error: Error): void {
    for (const listener of this.#listeners) listener(error);
  }
}
