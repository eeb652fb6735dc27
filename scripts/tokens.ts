// The style sheet of the tokens, from src/kit/ui/look/tokens.ts: node scripts/tokens.ts
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { styleSheet } from '../src/kit/ui/look/tokens.ts'

writeFileSync(join(import.meta.dirname, '../src/kit/ui/look/tokens.css'), styleSheet())
