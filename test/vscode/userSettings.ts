// The settings of the person that the tests play: nothing that looks things up, nothing that greets, no motion.

/**
 * The themes that every picture is taken in: name in the setting, name in the list of themes, class of the window, and the
 * kind as web views are told it.
 */
export const themes = {
  dark: {
    setting: 'Default Dark Modern',
    label: 'Dark Modern',
    mark: 'vs-dark',
    kind: 'vscode-dark',
  },
  light: {
    setting: 'Default Light Modern',
    label: 'Light Modern',
    mark: 'vs',
    kind: 'vscode-light',
  },
  highContrast: {
    setting: 'Default High Contrast',
    label: 'Dark High Contrast',
    mark: 'hc-black',
    kind: 'vscode-high-contrast',
  },
  highContrastLight: {
    setting: 'Default High Contrast Light',
    label: 'Light High Contrast',
    mark: 'hc-light',
    kind: 'vscode-high-contrast-light',
  },
} as const;

export type Theme = keyof typeof themes;

export type Settings = Readonly<Record<string, unknown>>;

export const quietSettings: Settings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.colorTheme': themes.dark.setting,
  'workbench.reduceMotion': 'on',
  // The newest builds open a chat beside the editor.
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'chat.commandCenter.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'github.gitAuthentication': false,
  'json.schemaDownload.enable': false,
  'typescript.disableAutomaticTypeAcquisition': true,
  'editor.cursorBlinking': 'solid',
};
