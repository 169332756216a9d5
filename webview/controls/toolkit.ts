// The only file that knows the component library. Every other file uses the controls beside this one, so that the library,
// which its authors have given up, can be exchanged here.
import './styleNonce.ts';
import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeCheckbox,
  vsCodeDropdown,
  vsCodeOption,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';

/** Makes the elements known to the page; once, before anything is drawn. */
export function registerControls(): void {
  provideVSCodeDesignSystem().register(
    vsCodeButton(),
    vsCodeCheckbox(),
    vsCodeDropdown(),
    vsCodeOption(),
    vsCodeTextField(),
  );
}
