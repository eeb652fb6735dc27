/** The business acts that can wait for an approval, as the modules laid them out. */
import { useQuery } from '@tanstack/react-query'
import { api } from '#kit/ui/api.web.ts'
import { CopyButton } from '#kit/ui/copy.web.tsx'
import { EntityForm } from '#kit/ui/record.web.tsx'
import { Section } from '#kit/ui/section.web.tsx'
import type { CellProps } from '#kit/ui/slots.web.ts'
import type { Row } from '#kit/entity/wire.ts'
import type { Act } from '../wire.ts'

export function useActs() {
  return useQuery({ queryKey: ['approval', 'acts'], staleTime: 5 * 60_000, retry: false, queryFn: ({ signal }) => api.get<Act[]>('/api/v1/approvalProcess/acts', undefined, { signal, silent: true }) })
}

/** A code as the words people know it by. */
export function ActCell({ value }: CellProps) {
  const acts = useActs()
  if (value === null || value === undefined || value === '') return <span className="zyt-none">—</span>
  return <>{acts.data?.find((a) => a.code === value)?.label ?? String(value)}</>
}

/** 流程: while its business is typed, the list of those there are. */
export function ProcessForm({ id, onDone, onCancel }: { id?: number; onDone: (row: Row, again?: boolean) => void; onCancel?: () => void }) {
  const acts = useActs()
  return (
    <EntityForm
      entity="approvalProcess"
      id={id}
      onDone={onDone}
      onCancel={onCancel}
      below={(values) =>
        id === undefined && acts.data?.length ? (
          <Section title="可选的业务" hint="由业务操作发起的流程，把编码填入「业务」；员工填写表单发起的流程留空">
            <table className="zyt-lines">
              <thead>
                <tr>
                  <th scope="col">业务</th>
                  <th scope="col">编码</th>
                </tr>
              </thead>
              <tbody>
                {acts.data.map((a) => (
                  <tr key={a.code} aria-selected={values['act'] === a.code}>
                    <td>{a.label}</td>
                    <td>
                      {a.code} <CopyButton text={a.code} what="编码" />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Section>
        ) : null
      }
    />
  )
}
