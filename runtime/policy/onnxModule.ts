// Loads the library that runs ONNX models. It only ever reads the folder that it is given; nothing is downloaded.
import type * as Transformers from '@huggingface/transformers';
import { errorMessage, failure } from '../support/errors.ts';

export type OnnxModule = typeof Transformers;
export type OnnxTensor = Transformers.Tensor;
export type OnnxTokenizer = Transformers.PreTrainedTokenizer;
export type OnnxModel = Transformers.PreTrainedModel;

/** The library's names for kinds of weights. */
export type OnnxWeights = 'fp32' | 'fp16' | 'q8' | 'int8' | 'uint8' | 'q4' | 'q4f16' | 'bnb4';

/** Kinds of weights and their files, best on a processor first. */
export const weightFiles: readonly (readonly [OnnxWeights, string])[] = [
  ['q8', 'model_quantized.onnx'],
  ['int8', 'model_int8.onnx'],
  ['uint8', 'model_uint8.onnx'],
  ['q4', 'model_q4.onnx'],
  ['fp32', 'model.onnx'],
  ['q4f16', 'model_q4f16.onnx'],
  ['bnb4', 'model_bnb4.onnx'],
  ['fp16', 'model_fp16.onnx'],
];

/** @throws FailureError `policy/engine-missing` that says how to install it */
export async function importOnnxModule(
  load: () => Promise<OnnxModule> = () => import('@huggingface/transformers'),
): Promise<OnnxModule> {
  try {
    const module = await load();
    module.env.allowRemoteModels = false;
    return module;
  } catch (error) {
    const reason = errorMessage(error).split('\n')[0] ?? '';
    throw failure(
      'policy',
      'engine-missing',
      `The engine for ONNX models is not installed (${reason}). Run \`npm install @huggingface/transformers@4.3.2\`, or use a model on a server: NAME@BASE_URL.`,
      error,
    );
  }
}
