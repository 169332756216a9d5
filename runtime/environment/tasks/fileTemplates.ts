// Requests on the file system.
import { draw } from './draw.ts';
import { call, fileName, withFile, withFolder, withoutFile, type Template } from './draft.ts';
import { drawFile, drawOtherFolder } from './world.ts';

const lines = ['Ask Mr. Weber.', 'Done on Friday.', 'Call again in May.', 'Paid in cash.'];
const newNames = ['archive', 'spring', 'shared', 'urgent'];

export const fileTemplates: readonly Template[] = [
  {
    kind: 'write',
    make: ({ files }, random) => {
      const folder = drawOtherFolder(files, '', random);
      const path = `${folder}/reminder.txt`;
      const text = draw(random, lines);
      return {
        request: `Write the file ${path} with the text "${text}".`,
        truth: [call('write_file', { path, text })],
        expected: { files: withFile(files, path, text) },
      };
    },
  },
  {
    kind: 'rename',
    make: ({ files }, random) => {
      const [source, text] = drawFile(files, random);
      const target = source.replace('.txt', '-checked.txt');
      return {
        request: `Rename ${source} to ${fileName(target)}; leave it in its folder.`,
        truth: [call('move_file', { source, target })],
        expected: { files: withFile(withoutFile(files, source), target, text) },
      };
    },
  },
  {
    kind: 'move to a new folder',
    make: ({ files }, random) => {
      const [source, text] = drawFile(files, random);
      const folder = `/${draw(random, newNames)}`;
      const moved = withFile(withoutFile(files, source), `${folder}/${fileName(source)}`, text);
      return {
        request: `Make the folder ${folder} and move ${source} there.`,
        truth: [call('make_folder', { folder }), call('move_file', { source, target: folder })],
        expected: { files: withFolder(moved, folder) },
      };
    },
  },
  {
    kind: 'copy and add',
    make: ({ files }, random) => {
      const [source, text] = drawFile(files, random);
      const folder = drawOtherFolder(files, source, random);
      const path = `${folder}/${fileName(source)}`;
      const line = draw(random, lines);
      return {
        request: `Copy ${source} to the folder ${folder}, and add " ${line}" at the end of the copy.`,
        truth: [
          call('copy_file', { source, target: folder }),
          call('append_to_file', { path, text: ` ${line}` }),
        ],
        expected: { files: withFile(files, path, `${text} ${line}`) },
      };
    },
  },
  {
    kind: 'find and delete',
    make: ({ files }, random) => {
      const [path] = drawFile(files, random);
      const word = fileName(path).replace('.txt', '');
      return {
        request: `One file is about the ${word}. Find it and delete it.`,
        truth: [call('find_files', { word }), call('delete_file', { path })],
        expected: { files: withoutFile(files, path) },
      };
    },
  },
  {
    kind: 'change folder and list',
    make: ({ files }, random) => {
      const folder = drawOtherFolder(files, '', random);
      return {
        request: `Make ${folder} the current folder and list what is in it.`,
        truth: [call('change_folder', { folder }), call('list_folder', {})],
        expected: { files: { ...files, current: folder } },
      };
    },
  },
];
