// A bundle of its own: what the doors for other agents do. Loaded when an agent first comes to one of them.
import { doorWindow } from './doorWindow.ts';
import { languageModelTool } from './languageModelTool.ts';
import { mcpServers } from './mcpServers.ts';

export const doors = { doorWindow, languageModelTool, mcpServers };
