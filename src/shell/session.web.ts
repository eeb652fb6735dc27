export { useCan, useMe } from '#kit/ui/session.web.ts'
