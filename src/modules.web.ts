/** Browser parts of modules that have one: components for slots. One line each. */
import type { WebModule } from '#kit/ui/slots.web.ts'
import { shellWeb } from '#shell/shell.web.tsx'

export const webModules: readonly WebModule[] = [shellWeb]
