// The parts of Pyodide's insides that the sandbox touches, as far as it touches them. They are private to Pyodide and bound to
// the pinned version; the unit tests fail when one of them moves.

export interface FsNode {
  id: number;
  name: string;
  mode: number;
  parent: FsNode;
  mount: FsMount;
  mounted: FsMount | null;
  /** Bytes of a file, signed or not as they were written, or the entries of a folder. */
  contents: Uint8Array | Int8Array | Record<string, FsNode>;
  usedBytes: number;
  link?: string;
  /** The next node with the same hash in `FileSystem.nameTable`. */
  name_next?: FsNode;
  mtime: number;
  atime: number;
  ctime: number;
  node_ops: Record<string, unknown>;
  stream_ops: Record<string, unknown>;
}

export interface FsMount {
  readonly opts: unknown;
  readonly mountpoint: string;
}

export interface FsStream {
  fd: number | null;
  flags: number;
  position: number;
  path?: string;
  node: FsNode;
  shared: object;
  /** Host descriptor of a mounted file; see hostFiles.ts. */
  hostDescriptor?: number;
}

export type FsOperation = (this: unknown, ...args: never[]) => unknown;

interface MemoryOperations {
  readonly node: Record<string, FsOperation>;
  readonly stream: Record<string, FsOperation>;
}

export interface MemoryFiles {
  readonly ops_table: {
    readonly dir: MemoryOperations;
    readonly file: MemoryOperations;
    readonly link: MemoryOperations;
    readonly chrdev: MemoryOperations;
  };
  resizeFileStorage: (node: FsNode, size: number) => void;
}

export interface FileSystem {
  readonly ErrnoError: new (errno: number) => Error;
  readonly root: FsNode;
  readonly filesystems: Record<string, unknown> & { readonly MEMFS: MemoryFiles };
  readonly nameTable: (FsNode | undefined)[];
  streams: (FsStream | null | undefined)[];
  nextInode: number;
  currentPath: string;
  cwd(): string;
  chdir(path: string): void;
  isFile(mode: number): boolean;
  isDir(mode: number): boolean;
  isLink(mode: number): boolean;
  createNode(parent: FsNode | null, name: string, mode: number, device: number): FsNode;
  destroyNode(node: FsNode): void;
  lookupPath(
    path: string,
    options?: { follow?: boolean; follow_mount?: boolean },
  ): { node: FsNode };
  mkdir(path: string): void;
  mkdirTree(path: string): void;
  unlink(path: string): void;
  symlink(target: string, path: string): void;
  chmod(path: string, mode: number): void;
  writeFile(path: string, bytes: Uint8Array): void;
  open(path: string, flags: number): FsStream;
  close(stream: FsStream): void;
  createStream(stream: Partial<FsStream>, fd: number): FsStream;
  mount(type: unknown, options: unknown, mountpoint: string): FsNode;
  unmount(mountpoint: string): void;
  makedev(major: number, minor: number): number;
  registerDevice(device: number, operations: object): void;
  mkdev(path: string, mode: number, device: number): void;
}

export interface WasmExports {
  readonly memory: WebAssembly.Memory;
  PyObject_CallNoArgs(callable: number): number;
  Py_DecRef(object: number): void;
  PyErr_Clear(): void;
  emscripten_stack_get_current(): number;
  /** Lowest address of the stack, which grows down. */
  emscripten_stack_get_end(): number;
  /** Address of the number that tells where the allocator's memory ends. */
  emscripten_get_sbrk_ptr(): number;
  _emscripten_stack_restore(pointer: number): void;
}

export type ImportedFunction = ((this: unknown, ...args: number[]) => unknown) & {
  sig?: string;
  stub?: boolean;
};

export type ImportTable = Record<string, ImportedFunction>;

export interface WasmImports {
  readonly env: ImportTable;
  readonly wasi_snapshot_preview1: ImportTable;
}

export type ReceiveInstance = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;

export interface ModuleSettings {
  /** Paths of side modules to load before Python starts. */
  dynamicLibraries?: string[];
  locateFile: (name: string) => string;
  instantiateWasm: (imports: WasmImports, receive: ReceiveInstance) => unknown;
}

export interface EmscriptenModule {
  HEAPU8: Uint8Array;
  HEAP8: Int8Array;
  Py_EmscriptenSignalBuffer: number[];
  /** Grows the heap to that many bytes and renews the views of it. */
  growMemory(bytes: number): number | undefined;
  readonly _Py_EMSCRIPTEN_SIGNAL_HANDLING: number;
}

export interface Pyodide {
  readonly version: string;
  readonly FS: FileSystem;
  readonly _module: EmscriptenModule;
  runPython(code: string, options?: { filename?: string }): unknown;
  loadPackage(paths: readonly string[], options?: { checkIntegrity?: boolean }): Promise<unknown>;
  makeMemorySnapshot(): Uint8Array;
  setStdout(options: { write: (bytes: Uint8Array) => number; isatty: boolean }): void;
  setStderr(options: { write: (bytes: Uint8Array) => number; isatty: boolean }): void;
}

export type CreateModule = (settings: ModuleSettings) => Promise<EmscriptenModule>;

export interface PyodideOptions {
  readonly createPyodideModule: CreateModule;
  readonly jsglobals: object;
  readonly env: Record<string, string>;
  readonly stdin: () => null;
  readonly stdout: () => void;
  readonly stderr: () => void;
  readonly _makeSnapshot?: boolean;
  readonly _loadSnapshot?: Uint8Array;
}
