/** Type check of everything. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { line, seconds, type Line } from './measure.ts'

const ROOT = join(import.meta.dirname, '../..')

export async function benchTypes(): Promise<Line[]> {
  const check = (...args: string[]): Promise<number> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...args], { cwd: ROOT, stdio: 'ignore' })
      child.on('error', reject)
      child.on('close', (code) => resolve(code ?? 1))
    })
  const [floor] = await seconds(() => check('--version'))
  const [took, code] = await seconds(() => check('--noEmit', '-p', '.'))
  return [
    line(`type check of everything${code ? ' (with errors)' : ''}`, `${took.toFixed(1)} s`, {
      floor: `starting the compiler ${floor.toFixed(1)} s`,
      budget: '≤ 30 s',
      met: took <= 30,
    }),
  ]
}
