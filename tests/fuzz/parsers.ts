/** Every parser of strangers' bytes. */
import type { Parser } from './parser.ts'
import { callerParsers } from './parsers/callers.ts'
import { paperParsers } from './parsers/papers.ts'
import { tableParsers } from './parsers/tables.ts'
import { terminalParsers } from './parsers/terminals.ts'
import { valueParsers } from './parsers/values.ts'

export const PARSERS: readonly Parser[] = [...terminalParsers, ...tableParsers, ...paperParsers, ...valueParsers, ...callerParsers]
