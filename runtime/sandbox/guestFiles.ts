// The memory files of a sandbox: /tmp and /out may be written up to a quota, everything else is frozen. Keeps copies for
// checkpoints and brings the whole back to the state of the image. Files of the host are hostFiles.ts.
import type { FileSystem, FsNode, FsOperation, FsStream } from './emscripten.ts';

export const outputFolder = '/out';
const writableFolders = ['/tmp', outputFolder] as const;
/** Charged for every file, folder and link, so that empty ones are not free. */
const entryBytes = 1024;
const errnoAccess = 2;
const errnoNoSpace = 51;
const errnoInvalid = 28;

/** One entry below a writable folder. Parents come before what they hold. */
export interface SavedEntry {
  readonly path: string;
  readonly kind: 'folder' | 'file' | 'link';
  readonly mode: number;
  /** Contents of a file. */
  readonly bytes?: Uint8Array;
  /** Target of a link. */
  readonly link?: string;
}

interface SavedStream {
  readonly fd: number;
  readonly path: string;
  readonly flags: number;
  readonly position: number;
}

/** The files of a sandbox at rest, to go with a copy of its heap. */
export interface SavedFiles {
  readonly entries: readonly SavedEntry[];
  readonly streams: readonly SavedStream[];
  readonly folder: string;
}

export class GuestFiles {
  /** Bytes that code may still hold below the writable folders. */
  quotaBytes = Number.POSITIVE_INFINITY;

  private readonly fs: FileSystem;
  private readonly frozen = new WeakSet<FsNode>();
  private readonly folders: readonly FsNode[];
  private baseStreams: readonly (FsStream | null | undefined)[] = [];
  private baseInode = 0;
  private usedBytes = 0;
  private changed = false;
  private lastSaved: readonly SavedEntry[] = [];
  /** Files that were created or written since outputs were last asked for. */
  private readonly written = new Set<FsNode>();

  constructor(fs: FileSystem) {
    this.fs = fs;
    for (const folder of [...writableFolders, '/workspace']) fs.mkdirTree(folder);
    this.folders = writableFolders.map((folder) => fs.lookupPath(folder).node);
    for (const name of Object.keys(fs.filesystems)) {
      if (name !== 'MEMFS') Reflect.deleteProperty(fs.filesystems, name);
    }
    this.freeze();
    this.guardFolders();
    this.guardContents();
  }

  /** Remembers the open descriptors; they are what a reset goes back to. */
  markBase(): void {
    this.baseStreams = [...this.fs.streams];
    this.baseInode = this.fs.nextInode;
  }

  /** Removes every file of the episode and every descriptor that it opened. */
  reset(): void {
    this.restoreStreams();
    for (const folder of this.folders) this.clear(folder);
    this.sweepNames();
    this.fs.currentPath = '/';
    this.fs.nextInode = this.baseInode;
    this.usedBytes = 0;
    this.changed = false;
    this.lastSaved = [];
    this.written.clear();
  }

  /** A copy of files, descriptors and folder; contents are copied only when something was written since the last copy. */
  save(): SavedFiles {
    if (this.changed) {
      this.lastSaved = this.listEntries();
      this.changed = false;
    }
    return { entries: this.lastSaved, streams: this.openStreams(), folder: this.fs.cwd() };
  }

  load(saved: SavedFiles): void {
    this.restoreStreams();
    for (const folder of this.folders) this.clear(folder);
    this.usedBytes = 0;
    for (const entry of saved.entries) this.create(entry);
    for (const stream of saved.streams) this.reopen(stream);
    this.fs.chdir(saved.folder);
    this.lastSaved = saved.entries;
    this.changed = false;
  }

  /** Regular files below /out that were written since the last call, by name below it. */
  *changedOutputs(): Generator<{ readonly name: string; readonly bytes: Uint8Array }> {
    const [, out] = this.folders;
    if (this.written.size === 0 || out === undefined) return;
    const written = new Set(this.written);
    this.written.clear();
    for (const { path, node } of this.walkNodes(out, outputFolder)) {
      const bytes = bytesOf(node);
      if (written.has(node) && bytes !== null) {
        yield { name: path.slice(outputFolder.length + 1), bytes };
      }
    }
  }

  private freeze(): void {
    const visit = (node: FsNode): void => {
      if (this.folders.includes(node)) return;
      this.frozen.add(node);
      if (!this.fs.isDir(node.mode)) return;
      for (const child of Object.values(entriesOf(node))) visit(child);
    };
    visit(this.fs.root);
  }

  /** Wraps the operations that change the tree. The tables are shared by all nodes, so this reaches every one. */
  private guardFolders(): void {
    const { dir, file, link, chrdev } = this.fs.filesystems.MEMFS.ops_table;
    const refuseFrozen = (operation: FsOperation, ...nodes: number[]): FsOperation =>
      this.wrap(operation, (args) => {
        for (const index of nodes) this.refuseFrozen(args[index]);
      });
    for (const table of [dir, file, link, chrdev]) {
      replace(table.node, 'setattr', (operation) => refuseFrozen(operation, 0));
    }
    for (const name of ['unlink', 'rmdir']) {
      replace(dir.node, name, (operation) => this.removing(refuseFrozen(operation, 0)));
    }
    for (const name of ['mknod', 'symlink']) {
      replace(dir.node, name, (operation) => this.adding(refuseFrozen(operation, 0)));
    }
    replace(dir.node, 'rename', (operation) =>
      this.wrap(operation, (args) => {
        const [node, folder, name] = args;
        this.refuseName(name);
        this.refuseFrozen(node);
        this.refuseFrozen(folder);
        if (!isNode(node)) return;
        this.refuseFrozen(node.parent);
        this.written.add(node);
      }),
    );
  }

  private guardContents(): void {
    const memory = this.fs.filesystems.MEMFS;
    replace(memory.ops_table.file.stream, 'write', (operation) =>
      this.wrap(operation, ([stream, , , length, position]) => {
        if (!isStream(stream)) return;
        this.refuseFrozen(stream.node);
        this.written.add(stream.node);
        this.charge(Math.max(0, Number(position) + Number(length) - stream.node.usedBytes));
      }),
    );
    // Synchronising a memory map writes behind the guards above; nothing here needs it.
    replace(memory.ops_table.file.stream, 'msync', () => () => {
      throw new this.fs.ErrnoError(errnoInvalid);
    });
    const resize = memory.resizeFileStorage.bind(memory);
    memory.resizeFileStorage = (node, size) => {
      this.refuseFrozen(node);
      this.written.add(node);
      this.charge(size - node.usedBytes);
      resize(node, size);
    };
  }

  private wrap(operation: FsOperation, before: (args: unknown[]) => void): FsOperation {
    return function guarded(this: unknown, ...args: unknown[]) {
      before(args);
      const result: unknown = Reflect.apply(operation, this, args);
      return result;
    };
  }

  private adding(operation: FsOperation): FsOperation {
    const guarded = this.wrap(operation, ([, name]) => {
      this.refuseName(name);
      this.charge(entryBytes);
    });
    const { written } = this;
    return function add(this: unknown, ...args: unknown[]) {
      const node: unknown = Reflect.apply(guarded, this, args);
      if (isNode(node)) written.add(node);
      return node;
    };
  }

  /** Emscripten keeps a folder in a plain object, where this name would set the prototype instead of an entry. */
  private refuseName(name: unknown): void {
    if (name === '__proto__') throw new this.fs.ErrnoError(errnoInvalid);
  }

  private removing(operation: FsOperation): FsOperation {
    return this.wrap(operation, ([folder, name]) => {
      const node = isNode(folder) ? entriesOf(folder)[String(name)] : undefined;
      this.usedBytes -= entryBytes + (node?.usedBytes ?? 0);
      this.changed = true;
    });
  }

  private refuseFrozen(node: unknown): void {
    if (isNode(node) && this.frozen.has(node)) throw new this.fs.ErrnoError(errnoAccess);
    this.changed = true;
  }

  private charge(bytes: number): void {
    this.changed = true;
    if (bytes > 0 && this.usedBytes + bytes > this.quotaBytes) {
      throw new this.fs.ErrnoError(errnoNoSpace);
    }
    this.usedBytes += bytes;
  }

  private restoreStreams(): void {
    for (const stream of this.fs.streams) {
      if (stream && stream.fd !== null && this.baseStreams[stream.fd] !== stream) {
        this.closeQuietly(stream);
      }
    }
    this.fs.streams.length = 0;
    this.fs.streams.push(...this.baseStreams);
    for (const [fd, stream] of this.fs.streams.entries()) if (stream) stream.fd = fd;
  }

  private closeQuietly(stream: FsStream): void {
    try {
      this.fs.close(stream);
    } catch {
      // A stream in a broken state holds nothing that outlives the table it is dropped from.
    }
  }

  /** Not through the system calls: code may have taken away the permissions that those ask for. */
  private clear(folder: FsNode): void {
    const entries = entriesOf(folder);
    for (const [name, node] of Object.entries(entries)) {
      if (this.fs.isDir(node.mode)) this.clear(node);
      this.fs.destroyNode(node);
      Reflect.deleteProperty(entries, name);
    }
    if (this.folders.includes(folder)) folder.mode = 0o40777;
  }

  /** The table by which paths are found; drops whatever the walk could not reach. */
  private sweepNames(): void {
    for (const first of Object.values(this.fs.nameTable)) {
      for (let node = first; node !== undefined; node = node.name_next) {
        if (node.id >= this.baseInode) this.fs.destroyNode(node);
      }
    }
  }

  private listEntries(): SavedEntry[] {
    return this.folders.flatMap((folder, index) => [
      ...this.walk(folder, writableFolders[index] ?? outputFolder),
    ]);
  }

  private *walk(folder: FsNode, path: string): Generator<SavedEntry> {
    for (const { path: here, node } of this.walkNodes(folder, path)) {
      const mode = node.mode & 0o777;
      if (this.fs.isDir(node.mode)) yield { path: here, kind: 'folder', mode };
      else if (node.link !== undefined) yield { path: here, kind: 'link', mode, link: node.link };
      else yield { path: here, kind: 'file', mode, bytes: bytesOf(node)?.slice() ?? noBytes };
    }
  }

  private *walkNodes(
    folder: FsNode,
    path: string,
  ): Generator<{ readonly path: string; readonly node: FsNode }> {
    for (const [name, node] of Object.entries(entriesOf(folder))) {
      const here = `${path}/${name}`;
      yield { path: here, node };
      if (this.fs.isDir(node.mode)) yield* this.walkNodes(node, here);
    }
  }

  private create(entry: SavedEntry): void {
    if (entry.kind === 'folder') this.fs.mkdir(entry.path);
    else if (entry.kind === 'link') this.fs.symlink(entry.link ?? '', entry.path);
    else this.fs.writeFile(entry.path, entry.bytes?.slice() ?? noBytes);
    if (entry.kind !== 'link') this.fs.chmod(entry.path, entry.mode);
  }

  private openStreams(): SavedStream[] {
    const open: SavedStream[] = [];
    for (const [fd, stream] of this.fs.streams.entries()) {
      if (!stream || this.baseStreams[fd] === stream) continue;
      const { path, flags, position } = stream;
      if (path !== undefined) open.push({ fd, path, flags, position });
    }
    return open;
  }

  /** A file that was deleted while open cannot come back; reading from its descriptor then fails as for a closed one. */
  private reopen(saved: SavedStream): void {
    try {
      const stream = this.fs.open(saved.path, saved.flags);
      stream.position = saved.position;
      if (stream.fd === null || stream.fd === saved.fd) return;
      this.fs.streams[stream.fd] = null;
      stream.fd = saved.fd;
      this.fs.streams[saved.fd] = stream;
    } catch {
      this.fs.streams[saved.fd] = null;
    }
  }
}

function replace(
  table: Record<string, FsOperation>,
  name: string,
  change: (operation: FsOperation) => FsOperation,
): void {
  const operation = table[name];
  if (operation !== undefined) table[name] = change(operation);
}

function isNode(value: unknown): value is FsNode {
  return typeof value === 'object' && value !== null && 'node_ops' in value;
}

const noBytes = new Uint8Array(0);

/** Emscripten keeps what Python wrote first as signed bytes, because it copies them from its signed heap. */
function bytesOf({ contents, usedBytes }: FsNode): Uint8Array | null {
  if (!ArrayBuffer.isView(contents)) return null;
  return new Uint8Array(contents.buffer, contents.byteOffset, usedBytes);
}

function entriesOf({ contents }: FsNode): Record<string, FsNode> {
  return ArrayBuffer.isView(contents) ? {} : contents;
}

function isStream(value: unknown): value is FsStream {
  return typeof value === 'object' && value !== null && 'node' in value;
}
