// Reading text in pictures: what the converters of pictures and scanned pages need to know of an OCR engine.

/** One byte a pixel, row by row, 255 white. */
export interface GreyPicture {
  readonly kind: 'grey';
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Grey pixels, or an encoded PNG, JPEG or BMP file. */
export type Picture = GreyPicture | { readonly kind: 'encoded'; readonly bytes: Uint8Array };

export interface RecognisedText {
  /** Lines as they stand in the picture, columns kept apart by spaces. */
  readonly text: string;
  /** The engine's own mean certainty, 0 to 100. */
  readonly confidence: number;
}

export interface TextRecogniser {
  /** Languages that the engine was given, for notes: `English`. */
  readonly language: string;
  recognise(picture: Picture, signal: AbortSignal): Promise<RecognisedText>;
}
