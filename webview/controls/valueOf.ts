// What a person entered, out of an event of a control of the library or of the browser.

export function valueOf(event: Event): string {
  const control = event.currentTarget;
  if (control instanceof HTMLElement && 'value' in control) return String(control.value);
  return '';
}

export function checkedOf(event: Event): boolean {
  const control = event.currentTarget;
  return control instanceof HTMLElement && 'checked' in control && control.checked === true;
}
