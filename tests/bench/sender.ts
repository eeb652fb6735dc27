/** A crowd of terminals in a process of its own, told what to do. */
import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { Order, Report } from './telematics-sender.ts'

export class Sender {
  private readonly child: ChildProcess = fork(join(import.meta.dirname, 'telematics-sender.ts'))
  private next: ((report: Report) => void) | null = null
  constructor() {
    this.child.on('message', (report: Report) => this.next?.(report))
    this.child.on('exit', () => this.next?.({ error: 'the terminals ended' } as Report))
  }
  async tell(order: Order): Promise<Report> {
    const answer = new Promise<Report>((resolve) => (this.next = resolve))
    this.child.send(order)
    const report = await answer
    if (report.error) throw new Error(report.error)
    return report
  }
  stop(): void {
    this.child.kill()
  }
}
