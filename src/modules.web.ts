/** Browser parts of modules that have one: components for slots. One line each. */
import type { WebModule } from '#kit/ui/slots.web.ts'

export const webModules: readonly WebModule[] = []
