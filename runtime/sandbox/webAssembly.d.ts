// The part of the WebAssembly interface that the sandbox uses. The compiler's own declaration of it comes only with those of a
// browser, which this program is not.
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>;
  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  const Module: {
    new (bytes: Uint8Array): Module;
    imports(module: Module): { module: string; name: string; kind: string }[];
  };
  interface Instance {
    readonly exports: Record<string, unknown>;
  }
  interface Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  const Memory: {
    new (size: { initial: number; maximum: number }): Memory;
  };
  /** Gives an instance for a module, and an instance with its module for bytes. */
  function instantiate(source: Module, imports: Imports): Promise<Instance>;
  function instantiate(
    source: Uint8Array,
    imports: Imports,
  ): Promise<{ instance: Instance; module: Module }>;
}
