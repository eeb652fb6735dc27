/** BPMN 2.0 with a drawing (DI), so that standard viewers open what was designed here. Export only: the tree is the truth. */
import { describe as say, type Vocabulary } from './expression.ts'
import { isApproving, isBranching, MODES, type ProcessDefinition, type ProcessNode } from './definition.ts'

const escape = (text: string): string => text.replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')

interface Box {
  x: number
  y: number
  w: number
  h: number
}
interface Flow {
  id: string
  from: string
  to: string
  name: string
  condition: string | null
}
const SIZE = { task: { w: 120, h: 64 }, gate: { w: 40, h: 40 }, event: { w: 32, h: 32 } }
const [STEP_X, LANE_Y] = [180, 120]

class Drawing {
  readonly shapes: { id: string; xml: string; box: Box; text: string }[] = []
  readonly flows: Flow[] = []
  private readonly defaults = new Map<string, string>()
  private readonly known: Vocabulary
  constructor(known: Vocabulary) {
    this.known = known
  }

  private place(id: string, tag: string, name: string, size: { w: number; h: number }, col: number, row: number, inside = ''): void {
    const box = { x: 100 + col * STEP_X - size.w / 2, y: 100 + row * LANE_Y - size.h / 2, ...size }
    this.shapes.push({ id, box, text: name, xml: `<bpmn:${tag} id="${id}" name="${escape(name)}"#>${inside}</bpmn:${tag}>` })
  }
  private join(from: string, to: string, name = '', condition: string | null = null): string {
    const id = `flow_${this.flows.length + 1}`
    this.flows.push({ id, from, to, name, condition })
    return id
  }

  /** Draws a list from `col`; returns the last element and the first free column and row. */
  list(nodes: readonly ProcessNode[], from: { id: string; label: string; condition: string | null }, col: number, row: number): { id: string; label: string; condition: string | null; col: number; rows: number } {
    let [at, rows] = [col, 1]
    let last = from
    for (const n of nodes) {
      const id = `n_${n.id}`
      const isGate = isBranching(n)
      if (isGate || n.kind === 'route') this.place(id, n.kind === 'parallel' ? 'parallelGateway' : n.kind === 'inclusive' ? 'inclusiveGateway' : 'exclusiveGateway', n.name, SIZE.gate, at, row)
      else if (n.kind === 'start') this.place(id, 'startEvent', n.name, SIZE.event, at, row)
      else if (n.kind === 'delay') this.place(id, 'intermediateCatchEvent', n.name, SIZE.event, at, row, `<bpmn:timerEventDefinition>${n.hours === undefined ? '' : `<bpmn:timeDuration>PT${Math.round(n.hours * 60)}M</bpmn:timeDuration>`}</bpmn:timerEventDefinition>`)
      else if (n.kind === 'subprocess') this.place(id, 'callActivity', n.name, SIZE.task, at, row)
      else this.place(id, isApproving(n) ? 'userTask' : n.kind === 'copy' ? 'sendTask' : 'serviceTask', n.name, SIZE.task, at, row, isApproving(n) ? this.loop(n.mode) : '')
      if (last.id) this.link(last, id)
      last = { id, label: '', condition: null }
      at += 1
      if (isGate) {
        const meet = `${id}_join`
        const outs: { id: string; label: string; condition: string | null }[] = []
        let [widest, lane] = [at, row]
        for (const b of n.branches) {
          const branch = this.list(b.nodes, { id, label: b.name, condition: b.default ? 'default' : b.when ? say(b.when, this.known) : null }, at, lane)
          outs.push(branch)
          widest = Math.max(widest, branch.col)
          lane += branch.rows
        }
        this.place(meet, n.kind === 'parallel' ? 'parallelGateway' : n.kind === 'inclusive' ? 'inclusiveGateway' : 'exclusiveGateway', '', SIZE.gate, widest, row)
        for (const out of outs) this.link(out, meet)
        rows = Math.max(rows, lane - row)
        last = { id: meet, label: '', condition: null }
        at = widest + 1
      } else if (n.kind === 'route') for (const r of n.routes) this.join(id, `n_${r.to}`, r.name, say(r.when, this.known))
    }
    return { ...last, col: at, rows }
  }
  private loop = (mode: keyof typeof MODES): string => `<bpmn:multiInstanceLoopCharacteristics isSequential="${mode === 'sequential'}"/>`

  private link(from: { id: string; label: string; condition: string | null }, to: string): void {
    const isDefault = from.condition === 'default'
    const flow = this.join(from.id, to, from.label, isDefault ? null : from.condition)
    if (isDefault) this.defaults.set(from.id, flow)
  }
  end(from: { id: string; label: string; condition: string | null }, col: number): void {
    this.place('n_end', 'endEvent', '结束', SIZE.event, col, 0)
    this.link(from, 'n_end')
  }

  elements(): string[] {
    const flowsAt = (id: string, side: 'from' | 'to', tag: string): string => this.flows.filter((f) => f[side] === id).map((f) => `<bpmn:${tag}>${f.id}</bpmn:${tag}>`).join('')
    const nodes = this.shapes.map(({ id, xml }) => {
      const [head, tail] = xml.split('#>') as [string, string]
      const fallback = this.defaults.get(id)
      return `${head}${fallback ? ` default="${fallback}"` : ''}>${flowsAt(id, 'to', 'incoming')}${flowsAt(id, 'from', 'outgoing')}${tail}`
    })
    const flows = this.flows.map((f) => `<bpmn:sequenceFlow id="${f.id}" sourceRef="${f.from}" targetRef="${f.to}"${f.name ? ` name="${escape(f.name)}"` : ''}>${f.condition ? `<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">${escape(f.condition)}</bpmn:conditionExpression>` : ''}</bpmn:sequenceFlow>`)
    return [...nodes, ...flows]
  }
  picture(): string[] {
    const boxes = new Map(this.shapes.map((s) => [s.id, s.box]))
    const shapes = this.shapes.map(({ id, box: { x, y, w, h } }) => `<bpmndi:BPMNShape id="${id}_di" bpmnElement="${id}"><dc:Bounds x="${x}" y="${y}" width="${w}" height="${h}"/></bpmndi:BPMNShape>`)
    const edges = this.flows.map((f) => {
      const [a, b] = [boxes.get(f.from)!, boxes.get(f.to)!]
      const [x1, y1, x2, y2] = [a.x + a.w, a.y + a.h / 2, b.x, b.y + b.h / 2]
      const bend = y1 === y2 ? [] : [[x2 - 30, y1], [x2 - 30, y2]]
      const points = [[x1, y1], ...bend, [x2, y2]].map(([x, y]) => `<di:waypoint x="${x}" y="${y}"/>`).join('')
      return `<bpmndi:BPMNEdge id="${f.id}_di" bpmnElement="${f.id}">${points}</bpmndi:BPMNEdge>`
    })
    return [...shapes, ...edges]
  }
}

export function bpmnOf(process: { key: string; name: string }, definition: ProcessDefinition, known: Vocabulary): string {
  const drawing = new Drawing(known)
  const tail = drawing.list(definition.nodes, { id: '', label: '', condition: null }, 0, 0)
  drawing.end(tail, tail.col)
  const id = `p_${process.key.replace(/[^\w-]/g, '_')}`
  return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="definitions" targetNamespace="urn:approval">
<bpmn:process id="${id}" name="${escape(process.name)}" isExecutable="false">
${drawing.elements().join('\n')}
</bpmn:process>
<bpmndi:BPMNDiagram id="diagram"><bpmndi:BPMNPlane id="plane" bpmnElement="${id}">
${drawing.picture().join('\n')}
</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
</bpmn:definitions>
`
}
