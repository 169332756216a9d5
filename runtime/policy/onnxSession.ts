// Evaluates tokens of one conversation on an ONNX model and keeps what it evaluated, so that a prompt which begins like the
// last one only pays for its new tokens.
import type { OnnxModel, OnnxModule, OnnxTensor } from './onnxModule.ts';

type Cache = Readonly<Record<string, OnnxTensor>>;

/** Inputs and outputs of the library are untyped; these are the ones that every decoder has. */
interface Forward {
  (inputs: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, OnnxTensor>>>;
}

/** Caches that grow with the tokens along this axis; others cannot be shortened. */
const tokenAxis = 2;

export class OnnxSession {
  readonly #module: OnnxModule;
  readonly #forward: Forward;
  #tokens: readonly number[] = [];
  /** Empty for a model that keeps none; everything is then evaluated anew each time. */
  #cache: Cache = {};

  constructor(module: OnnxModule, model: OnnxModel) {
    this.#module = module;
    this.#forward = (inputs) => model.forward({ ...inputs });
  }

  /** Keeps what the conversation and the given tokens begin with in common; says how many tokens that is. */
  keepPrefix(tokens: readonly number[]): number {
    let shared = 0;
    while (shared < tokens.length && this.#tokens[shared] === tokens[shared]) shared += 1;
    if (shared < this.#tokens.length) this.#cache = shorten(this.#cache, shared);
    this.#tokens = this.#tokens.slice(0, shared);
    return shared;
  }

  /** Appends tokens, at least one, and gives the numbers for the token that follows the last. */
  async append(tokens: readonly number[]): Promise<Float32Array> {
    const all = [...this.#tokens, ...tokens];
    const hasCache = Object.keys(this.#cache).length > 0;
    const outputs = await this.#forward({
      input_ids: this.#row(hasCache ? tokens : all),
      attention_mask: this.#row(all.map(() => 1)),
      num_logits_to_keep: this.#one(),
      ...(hasCache ? { past_key_values: new this.#module.DynamicCache({ ...this.#cache }) } : {}),
    });
    this.#tokens = all;
    this.#cache = cacheOf(outputs);
    return lastRow(outputs['logits']);
  }

  #row(values: readonly number[]): OnnxTensor {
    const { Tensor } = this.#module;
    return new Tensor('int64', BigInt64Array.from(values.map(BigInt)), [1, values.length]);
  }

  /** Only the last row of numbers is wanted, where the model can be told. */
  #one(): OnnxTensor {
    return new this.#module.Tensor('int64', BigInt64Array.from([1n]), []);
  }
}

/** The outputs `present...` are the inputs `past...` of the next call. */
function cacheOf(outputs: Readonly<Record<string, OnnxTensor>>): Cache {
  const entries = Object.entries(outputs).filter(([name]) => name.startsWith('present'));
  return Object.fromEntries(
    entries.map(([name, tensor]) => [
      name.replace(/^present(?=\.|$)/, 'past_key_values').replace(/^present_/, 'past_'),
      tensor,
    ]),
  );
}

/** The cache of the first tokens only; empty when it is of a kind that cannot be shortened. */
function shorten(cache: Cache, length: number): Cache {
  const entries = Object.entries(cache);
  if (length === 0 || entries.some(([name, tensor]) => !isPerToken(name, tensor))) return {};
  return Object.fromEntries(
    entries.map(([name, tensor]) => [name, tensor.slice(null, null, [0, length], null)]),
  );
}

function isPerToken(name: string, tensor: OnnxTensor): boolean {
  return /^past_key_values\..*\.(key|value)$/.test(name) && tensor.dims.length === tokenAxis + 2;
}

function lastRow(logits: OnnxTensor | undefined): Float32Array {
  const width = logits?.dims.at(-1) ?? 0;
  const data: unknown = logits?.data;
  if (data instanceof Float32Array && width > 0) return data.subarray(data.length - width);
  throw new Error('the model gives no numbers for the next token as 32-bit floats');
}
