/** The drawing this case runs on, with what became of each card. */
import { useEffect, useMemo, useState } from 'react'
import { createStore } from '#kit/ui/state/store.ts'
import { Canvas } from '../../designer/drawing/canvas.web.tsx'
import { FlowTree } from '../../designer/drawing/flow-tree.web.tsx'
import { useNames } from '../../designer/names.web.ts'
import { NOTHING_SHOWN, TreeContext, type TreeHost, type TreeUi } from '../../designer/drawing/tree-host.web.ts'
import { vocabularyOf } from '../../forms/form.ts'
import type { CaseView } from '../../wire.ts'
import { caseLights } from './lights.web.ts'

export function FlowPicture({ view }: { view: CaseView }) {
  const vocabulary = useMemo(() => vocabularyOf(view.form), [view.form])
  const names = useNames(view.definition.nodes, vocabulary)
  const [ui] = useState(() => createStore<TreeUi>({ ...NOTHING_SHOWN, lights: caseLights(view) }))
  useEffect(() => ui.set((s) => ({ ...s, lights: caseLights(view) })), [ui, view])
  const host = useMemo<TreeHost>(() => ({ ui, acts: null, names }), [ui, names])
  return (
    <TreeContext value={host}>
      <div className="zyt-case-flow">
        <Canvas label="流程图">
          <FlowTree nodes={view.definition.nodes} />
        </Canvas>
      </div>
    </TreeContext>
  )
}
