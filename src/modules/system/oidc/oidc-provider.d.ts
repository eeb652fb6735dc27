/** A judge for tests; it brings no types along. */
declare module 'oidc-provider'
