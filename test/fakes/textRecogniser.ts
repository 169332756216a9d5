// OCR engines for tests that need no engine: they say what they are told and keep what they were shown.
import type {
  Picture,
  RecognisedText,
  TextRecogniser,
} from '../../runtime/documents/picture/textRecogniser.ts';

export class FakeRecogniser implements TextRecogniser {
  readonly language = 'English';
  readonly shown: Picture[] = [];
  result: RecognisedText;

  constructor(text: string, confidence = 90) {
    this.result = { text, confidence };
  }

  recognise(picture: Picture, signal: AbortSignal): Promise<RecognisedText> {
    signal.throwIfAborted();
    this.shown.push(picture);
    return Promise.resolve(this.result);
  }
}

/** An engine that cannot start. */
export class BrokenRecogniser implements TextRecogniser {
  readonly language = 'English';

  recognise(): Promise<RecognisedText> {
    return Promise.reject(new Error('the engine is not installed'));
  }
}
