// Host files inside the sandbox, read on demand and never written: the chosen files below /workspace, the data pack below /pack.
// Names are looked up in a list alone, so no path leads anywhere else.
import fs from 'node:fs';
import type { FileSystem, FsMount, FsNode, FsStream } from './emscripten.ts';

export const workspaceFolder = '/workspace';
const folderMode = 0o40555;
const fileMode = 0o100444;
const errnoAccess = 2;
const errnoNoEntry = 44;
const errnoIo = 29;
const errnoNoDevice = 43;
const errnoInvalid = 28;
const writeFlags = 0o3;

/** A file as the sandbox process can open it. */
export interface StagedFile {
  /** Name below the folder it is mounted at, with forward slashes. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

interface HostNode extends FsNode {
  staged?: StagedFile;
}

export class HostFiles {
  private readonly system: FileSystem;
  private readonly folder: string;
  private readonly read: typeof fs.readSync;
  private readonly open: typeof fs.openSync;
  private readonly close: typeof fs.closeSync;
  private mounted = false;

  /** @param folder where the files appear; it must exist */
  constructor(system: FileSystem, folder: string) {
    this.system = system;
    this.folder = folder;
    // Taken while they are there: the realm is stripped later.
    this.read = fs.readSync;
    this.open = fs.openSync;
    this.close = fs.closeSync;
  }

  mount(files: readonly StagedFile[]): void {
    this.unmount();
    this.system.mount({ mount: (mount: FsMount) => this.build(mount, files) }, {}, this.folder);
    this.mounted = true;
  }

  unmount(): void {
    if (this.mounted) this.system.unmount(this.folder);
    this.mounted = false;
  }

  private build(mount: FsMount, files: readonly StagedFile[]): FsNode {
    const root = this.createFolder(null, '/');
    root.mount = mount;
    for (const file of files) this.addFile(root, file);
    return root;
  }

  private addFile(root: FsNode, file: StagedFile): void {
    const parts = file.name.split('/');
    const name = parts.pop() ?? file.name;
    let folder = root;
    for (const part of parts) {
      folder = children(folder)[part] ?? this.createFolder(folder, part);
    }
    const node: HostNode = this.system.createNode(folder, name, fileMode, 0);
    node.staged = file;
    node.usedBytes = file.bytes;
    node.mtime = node.atime = node.ctime = file.modified;
    node.node_ops = { getattr: attributes, setattr: this.refuse };
    node.stream_ops = this.streamOperations();
    children(folder)[name] = node;
  }

  private createFolder(parent: FsNode | null, name: string): FsNode {
    const node = this.system.createNode(parent, name, folderMode, 0);
    const contents: Record<string, FsNode> = withoutPrototype();
    node.contents = contents;
    node.node_ops = {
      getattr: attributes,
      setattr: this.refuse,
      lookup: () => {
        throw new this.system.ErrnoError(errnoNoEntry);
      },
      readdir: (folder: FsNode) => ['.', '..', ...Object.keys(children(folder))],
      mknod: this.refuse,
      rename: this.refuse,
      unlink: this.refuse,
      rmdir: this.refuse,
      symlink: this.refuse,
    };
    node.stream_ops = { llseek: this.seek };
    if (parent !== null) children(parent)[name] = node;
    return node;
  }

  private readonly refuse = (): never => {
    throw new this.system.ErrnoError(errnoAccess);
  };

  private readonly seek = (stream: FsStream, offset: number, whence: number): number => {
    const base = whence === 1 ? stream.position : whence === 2 ? stream.node.usedBytes : 0;
    if (base + offset < 0) throw new this.system.ErrnoError(errnoInvalid);
    return base + offset;
  };

  private streamOperations(): Record<string, unknown> {
    return {
      open: (stream: FsStream) => this.openStream(stream),
      close: (stream: FsStream) => this.closeStream(stream),
      dup: (stream: FsStream) => this.openStream(stream),
      read: (...args: Parameters<HostFiles['readStream']>) => this.readStream(...args),
      write: this.refuse,
      llseek: this.seek,
      mmap: () => {
        throw new this.system.ErrnoError(errnoNoDevice);
      },
    };
  }

  private openStream(stream: FsStream): void {
    if ((stream.flags & writeFlags) !== 0) this.refuse();
    const { staged }: HostNode = stream.node;
    if (staged === undefined) throw new this.system.ErrnoError(errnoNoEntry);
    try {
      stream.hostDescriptor = this.open(staged.path, 'r');
    } catch {
      throw new this.system.ErrnoError(errnoIo);
    }
  }

  private closeStream(stream: FsStream): void {
    if (stream.hostDescriptor !== undefined) this.close(stream.hostDescriptor);
    delete stream.hostDescriptor;
  }

  private readStream(
    stream: FsStream,
    target: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): number {
    if (stream.hostDescriptor === undefined) throw new this.system.ErrnoError(errnoIo);
    try {
      return this.read(stream.hostDescriptor, target, offset, length, position);
    } catch {
      throw new this.system.ErrnoError(errnoIo);
    }
  }
}

function withoutPrototype(): Record<string, FsNode> {
  const empty: unknown = Object.create(null);
  return empty as Record<string, FsNode>;
}

function children(folder: FsNode): Record<string, FsNode> {
  return ArrayBuffer.isView(folder.contents) ? {} : folder.contents;
}

function attributes(node: FsNode): object {
  const size = node.mode === folderMode ? 4096 : node.usedBytes;
  return {
    dev: 2,
    ino: node.id,
    mode: node.mode,
    nlink: 1,
    uid: 0,
    gid: 0,
    rdev: 0,
    size,
    atime: new Date(node.atime),
    mtime: new Date(node.mtime),
    ctime: new Date(node.ctime),
    blksize: 65_536,
    blocks: Math.ceil(size / 512),
  };
}
