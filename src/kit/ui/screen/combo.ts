/** `mod+k`, `shift+f`, `?`, `escape`: one name per combination of keys. */
export function comboOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>): string {
  const key = event.key.toLowerCase()
  // Shift already shows in signs (`?`); for letters and named keys it is part of the combination.
  const shift = event.shiftKey && (key.length > 1 || /[a-z]/.test(key))
  return [event.ctrlKey || event.metaKey ? 'mod' : '', event.altKey ? 'alt' : '', shift ? 'shift' : '', key].filter(Boolean).join('+')
}
