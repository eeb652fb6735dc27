/** Browsers have passkeys on pages over TLS (and on this machine) only. */
export const passkeysWork = (): boolean => typeof window.PublicKeyCredential === 'function'
