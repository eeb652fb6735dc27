/**
 * Keys of everything cached about an entity. All begin with ['entity', name], so one call refreshes list, detail,
 * counts and timeline of a record after something was done to it.
 */
export const entityKeys = {
  all: (name: string) => ['entity', name] as const,
  list: (name: string, query: object) => ['entity', name, 'list', query] as const,
  quick: (name: string, view: string | undefined) => ['entity', name, 'quick', view ?? ''] as const,
  detail: (name: string, id: number) => ['entity', name, 'detail', id] as const,
  timeline: (name: string, id: number) => ['entity', name, 'timeline', id] as const,
  options: (name: string, query: object) => ['entity', name, 'options', query] as const,
  tree: (name: string) => ['entity', name, 'tree'] as const,
}
