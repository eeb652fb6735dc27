/** Server parts of modules that have one: effects, routes, jobs. One line each. */
import type { ServedModule } from '#kit/entity/registry.server.ts'

export const servedModules: readonly ServedModule[] = []
