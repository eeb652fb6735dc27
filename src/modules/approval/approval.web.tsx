/** Browser part of 审批: the desk, the case, the two drawing boards, and ways into them from generated screens. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { approval } from './approval.ts'

const theCase = lazy(() => import('./cases/workflow-case.web.tsx'))
const desk = lazy(() => import('./cases/desk/workbench.web.tsx'))
const actCell = lazy(() => import('./settings/acts.web.tsx').then((m) => ({ default: m.ActCell })))
const slot = <K extends 'ProcessHead' | 'VersionHead' | 'FormHead' | 'FormVersionHead' | 'ProcessTools' | 'CaseHead' | 'CaseTools'>(
  name: K,
) => lazy(() => import('./approval-slots.web.tsx').then((m) => ({ default: m[name] })))

export const approvalWeb: WebModule = {
  module: approval,
  screens: {
    workbench: desk,
    approved: desk,
    workflow: theCase,
    auditform: theCase,
    flowApprove: theCase,
    flowApply: lazy(() => import('./cases/start/flow-apply.web.tsx')),
    workflowDesign: lazy(() => import('./designer/workflow-design.web.tsx')),
    businessProcessSettings: lazy(() => import('./settings/business-process.web.tsx')),
    formDesign: lazy(() => import('./designer/forms/form-design.web.tsx')),
  },
  asks: { approval: lazy(() => import('./cases/page/asked-sheet.web.tsx')) },
  heads: {
    approvalProcess: slot('ProcessHead'),
    approvalVersion: slot('VersionHead'),
    approvalForm: slot('FormHead'),
    approvalFormVersion: slot('FormVersionHead'),
    approvalCase: slot('CaseHead'),
  },
  toolbars: { approvalProcess: slot('ProcessTools'), approvalCase: slot('CaseTools') },
  forms: {
    approvalDeputy: lazy(() => import('./settings/deputy-form.web.tsx').then((m) => ({ default: m.DeputyForm }))),
    approvalProcess: lazy(() => import('./settings/acts.web.tsx').then((m) => ({ default: m.ProcessForm }))),
  },
  cells: {
    'approvalProcess.act': actCell,
    'businessProcess.act': actCell,
    'approvalCase.act': actCell,
    'approvalCase.status': lazy(() => import('./cases/page/status-cell.web.tsx')),
  },
}
