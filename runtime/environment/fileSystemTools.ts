// What a policy is told of the file system. python/fileSystem.py does it; a test compares names, parameters and defaults.
import type { ToolParameter, ToolSignature } from '../contract/tool.ts';

export const fileSystemTools: readonly ToolSignature[] = [
  tool(
    'list_folder',
    'Lists names in a folder; those of folders end with a slash.',
    [{ ...text('folder', 'The folder.'), defaultValue: "'.'" }],
    'list[str]',
  ),
  tool('change_folder', 'Makes a folder the one that relative paths start from.', [
    text('folder', 'The folder; .. is the one above.'),
  ]),
  tool('make_folder', 'Makes a folder in a folder that exists.', [
    text('folder', 'Path of the new folder.'),
  ]),
  tool('read_file', 'Gives the text of a file.', [text('path', 'The file.')]),
  tool(
    'write_file',
    'Writes a file; one that exists is replaced.',
    [text('path', 'The file, in a folder that exists.'), text('text', 'What to write.')],
    'dict',
  ),
  tool(
    'append_to_file',
    'Adds text at the end of a file.',
    [text('path', 'The file.'), text('text', 'What to add, line ends included.')],
    'dict',
  ),
  tool('move_file', 'Moves a file to a folder or a free path; gives its new path.', [
    text('source', 'The file.'),
    text('target', 'A folder, or the new path.'),
  ]),
  tool('copy_file', 'Copies a file to a folder or a free path; gives the path of the copy.', [
    text('source', 'The file.'),
    text('target', 'A folder, or the path of the copy.'),
  ]),
  tool('delete_file', 'Deletes a file.', [text('path', 'The file.')]),
  tool(
    'find_files',
    'Finds files whose path or text holds a word, in a folder and all below it.',
    [
      text('word', 'The word; capitals do not matter.'),
      { ...text('folder', 'Where to look.'), defaultValue: "'/'" },
    ],
    'list[str]',
  ),
];

function tool(
  name: string,
  description: string,
  parameters: ToolParameter[],
  returns = 'str',
): ToolSignature {
  return { name, description, parameters, returns, isFinal: false };
}

function text(name: string, description: string): ToolParameter {
  return { name, type: 'str', description };
}
