// Takes the place of the package onnxruntime-node inside a packed extension: the same interface on WebAssembly. The native
// library alone would be half of the package, and what runs on it here are small models that a person brings along.
import { env, InferenceSession, registerBackend, Tensor } from 'onnxruntime-web';

export { env, InferenceSession, registerBackend, Tensor };

// Threads of WebAssembly would wait for each other in the same process; one is what the small models need.
env.wasm.numThreads = 1;
// Else its files are looked for on the network.
env.wasm.wasmPaths = new URL('../onnxruntime-web/dist/', import.meta.url).href;

export function listSupportedBackends() {
  return [{ name: 'cpu', bundled: true }];
}
