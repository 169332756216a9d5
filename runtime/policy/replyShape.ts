// Keeps a reply in the shape `Thought: ... Code:`, fence, Python, fence, `<end_code>`. Where the model leaves the shape, the
// fitting words are put in its place; they count as given, not as sampled. This does what a grammar would do, for any engine,
// without its price: masking the whole vocabulary at every token halves the speed of the embedded model.

/** What a shape asks for after a piece of text. */
export type Steer =
  | { readonly kind: 'sample' }
  /** Append this text before sampling goes on. */
  | { readonly kind: 'insert'; readonly text: string }
  /** The reply is whole once this text is appended. */
  | { readonly kind: 'finish'; readonly text: string };

export interface ReplyShape {
  /** Text that the reply begins with. */
  readonly opening: string;
  /** To be told every sampled piece of text in order; not the inserted ones. */
  after(piece: string): Steer;
  /** The model wants to end the reply here. */
  atEnd(): Steer;
}

export interface ThoughtCodeLimits {
  /** Tokens until a thought is cut off. */
  readonly thoughtTokens: number;
  /** The thought ends at its first line break; small models ramble otherwise. */
  readonly oneLineThought: boolean;
  /** Tokens after which the code is closed at the next line break. */
  readonly codeTokens: number;
}

/** For models that can be trusted with a longer thought. */
export const usualLimits: ThoughtCodeLimits = {
  thoughtTokens: 400,
  oneLineThought: false,
  codeTokens: 2000,
};

const codeOpening = 'Code:\n```py\n';
const terminator = '<end_code>';
const codeClosing = `\`\`\`${terminator}`;
const sample: Steer = { kind: 'sample' };

/** The same line this many times in a row is a model that turns in a circle. */
const circle = 4;

export class ThoughtCodeShape implements ReplyShape {
  readonly opening = 'Thought:';
  readonly #limits: ThoughtCodeLimits;
  #part: 'thought' | 'code' | 'whole' = 'thought';
  #text = '';
  #tokens = 0;

  constructor(limits: ThoughtCodeLimits) {
    this.#limits = limits;
  }

  after(piece: string): Steer {
    this.#text += piece;
    this.#tokens += 1;
    if (this.#part === 'thought') return this.#afterThought();
    return this.#part === 'code' ? this.#afterCode() : sample;
  }

  atEnd(): Steer {
    if (this.#part === 'thought') return this.#openCode();
    if (this.#part === 'whole') return { kind: 'finish', text: '' };
    return this.#finish(`${this.#lineBreak()}${codeClosing}`);
  }

  #afterThought(): Steer {
    // The model opened the code by itself.
    if (/\n?```(?:py|python)?[ \t]*\n$/.test(this.#text)) {
      this.#enterCode();
      return sample;
    }
    if (this.#tokens >= this.#limits.thoughtTokens) return this.#openCode();
    if (/(?:^|\n)[ \t]*Code:[ \t]*\n$/.test(this.#text)) return this.#openFence();
    const lineEnded = /\S[^\n]*\n/.test(this.#text);
    return this.#limits.oneLineThought && lineEnded ? this.#openCode() : sample;
  }

  #afterCode(): Steer {
    if (/(?:^|\n)[ \t]*```/.test(this.#text)) return this.#finish(terminator);
    const rambles = this.#tokens >= this.#limits.codeTokens || goesInCircles(this.#text);
    return rambles && this.#text.endsWith('\n') ? this.#finish(codeClosing) : sample;
  }

  #finish(text: string): Steer {
    this.#part = 'whole';
    return { kind: 'finish', text };
  }

  #openCode(): Steer {
    const text = `${this.#lineBreak()}${codeOpening}`;
    this.#enterCode();
    return { kind: 'insert', text };
  }

  #openFence(): Steer {
    this.#enterCode();
    return { kind: 'insert', text: codeOpening.slice(codeOpening.indexOf('`')) };
  }

  #enterCode(): void {
    this.#part = 'code';
    this.#text = '';
    this.#tokens = 0;
  }

  #lineBreak(): string {
    return this.#text === '' || this.#text.endsWith('\n') ? '' : '\n';
  }
}

function goesInCircles(text: string): boolean {
  const lines = text.trimEnd().split('\n').slice(-circle);
  return lines.length === circle && lines.every((line) => line === lines[0] && line !== '');
}

/** Leaves the model alone. */
export const freeShape: ReplyShape = {
  opening: '',
  after: () => sample,
  atEnd: () => ({ kind: 'finish', text: '' }),
};
