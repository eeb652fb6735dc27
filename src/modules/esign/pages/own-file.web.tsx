/** A PDF of one's own: who signs, where on the page, then a draft to look at and start. */
import { lazy, Suspense, useState } from 'react'
import { Alert, Input, Space } from 'antd'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { LoadingState } from '#kit/ui/parts/state.web.tsx'
import { ReasonButton } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { Component } from '../templates/template.ts'
import { DesignBox } from './design-box.web.tsx'
import { moved, nextKey, sized, snapped } from './design.rules.ts'
import { useReadiness } from './readiness.web.tsx'
import { copiesOf, CopyTo, DaysToSign, expireAtOf, QuotaNote, useQuota } from './terms.web.tsx'
import './sign.css'

const PdfPages = lazy(() => import('./pdf-pages.web.tsx'))
const OTHERS = ['乙方', '丙方', '担保方'] as const

interface Loaded {
  fileId: string
  pages: number
  name: string
  data: ArrayBuffer
}
interface Person {
  role: string
  name: string
  mobile: string
}

export function OwnFile() {
  const { open } = useScreen()
  const mayAdd = useCan()('electronicContracts_add')
  const ready = useReadiness().data
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [title, setTitle] = useState('')
  const [people, setPeople] = useState<readonly Person[]>([{ role: '乙方', name: '', mobile: '' }])
  const [fields, setFields] = useState<readonly Component[]>([])
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [days, setDays] = useState<number | null>(null)
  const [copies, setCopies] = useState<number[]>([])
  const quota = useQuota()
  const load = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setProblem(null)
    const form = new FormData()
    form.append('file', file)
    try {
      const made = await api.upload<{ fileId: string; pages: number; name: string }>('/api/v1/contract/file/upload', form, { silent: true })
      setLoaded({ ...made, data: await file.arrayBuffer() })
      setFields([])
      setTitle(made.name.replace(/\.pdf$/i, '').slice(0, 100))
    } catch (error) {
      setLoaded(null)
      setProblem(sentenceOf(error, '上传失败，请重试'))
    }
  }
  const roles = ['甲方', ...people.map((one) => one.role)]
  const without = roles.find((role) => !fields.some((field) => field.role === role))
  const nameless = people.find((one) => !one.name.trim())
  const reason = !mayAdd
    ? '您没有新增的权限，请联系管理员开通'
    : !ready?.verified || !ready.seals.length
      ? '请先完成本单位实名与印章'
      : !title.trim()
        ? '请填写合同名称'
        : nameless
          ? `请填写${nameless.role}的名称`
          : without
            ? `没有为“${without}”放置签署区`
            : null
  const place = (role: string): void => {
    const key = nextKey(fields)
    const at = roles.indexOf(role)
    setFields([...fields, { key, label: '签署区', type: 6, role, page, x: 60 + at * 160, y: 60, w: 140, h: 60 }])
    setChosen(key)
  }
  const draft = async (): Promise<void> => {
    setProblem(null)
    try {
      const made = await api.post<{ flowId: number }>(
        '/api/v1/contract/sign/initiateUrl',
        {
          title: title.trim(),
          fileId: loaded!.fileId,
          components: fields,
          ...expireAtOf(days),
          ...copiesOf(copies),
          parties: [
            ...people.map((one, i) => ({
              role: one.role,
              kind: 'person',
              name: one.name.trim(),
              mobile: one.mobile.trim() || null,
              seq: i + 1,
              intent: one.mobile.trim() ? 'sms' : 'faceToFace',
            })),
            { role: '甲方', kind: 'company', name: ready!.company, seq: people.length + 1, intent: 'account', seal: ready!.seals[0]!.id },
          ],
        },
        { silent: true },
      )
      open('contractInfoDetail', { id: String(made.flowId) })
    } catch (error) {
      setProblem(sentenceOf(error, '保存失败，请重试'))
    }
  }
  const change = (key: string, to: (one: Component) => Component): void => setFields(fields.map((one) => (one.key === key ? to(one) : one)))
  const edit = (role: string, more: Partial<Person>): void =>
    setPeople(people.map((one) => (one.role === role ? { ...one, ...more } : one)))
  const next = OTHERS.find((role) => !people.some((one) => one.role === role))
  return (
    <Section title="自有文件" hint="普通 PDF，最大 20 MB；Word 请先另存为 PDF。签署区放到页面后，拖到签名的位置">
      <Space orientation="vertical" style={{ width: '100%' }}>
        <input type="file" accept="application/pdf" aria-label="选择待签 PDF" onChange={(event) => void load(event.target.files?.[0])} />
        {problem ? <Alert type="error" showIcon role="alert" title={problem} /> : null}
        {loaded ? (
          <>
            <Input
              aria-label="合同名称"
              maxLength={100}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
              addonBefore="合同名称"
            />
            <PlainTable
              columns={[{ head: '顺序' }, { head: '角色' }, { head: '名称' }, { head: '手机号' }, { head: '签署区' }]}
              rows={[
                ...people.map((one, i) => ({
                  key: one.role,
                  cells: [
                    i + 1,
                    one.role,
                    <Input
                      key="n"
                      aria-label={`${one.role}姓名`}
                      maxLength={80}
                      value={one.name}
                      onChange={(event) => edit(one.role, { name: event.target.value })}
                    />,
                    <Input
                      key="m"
                      aria-label={`${one.role}手机号`}
                      inputMode="tel"
                      maxLength={11}
                      placeholder="不填为面签"
                      value={one.mobile}
                      onChange={(event) => edit(one.role, { mobile: event.target.value })}
                    />,
                    <ReasonButton key="p" size="small" reason={null} onClick={() => place(one.role)}>
                      {`放到第 ${page} 页`}
                    </ReasonButton>,
                  ],
                })),
                {
                  key: '甲方',
                  cells: [
                    people.length + 1,
                    '甲方',
                    ready?.company ?? '本单位',
                    ready?.seals[0]?.name ?? '—',
                    <ReasonButton key="p" size="small" reason={null} onClick={() => place('甲方')}>
                      {`放到第 ${page} 页`}
                    </ReasonButton>,
                  ],
                },
              ]}
            />
            <Space wrap>
              <DaysToSign days={days} onDays={setDays} />
              <CopyTo copies={copies} onCopies={setCopies} />
              <QuotaNote quota={quota.data} count={1} />
            </Space>
            <Space wrap>
              <ReasonButton
                reason={next ? null : '最多三位签署人'}
                onClick={() => next && setPeople([...people, { role: next, name: '', mobile: '' }])}
              >
                增加签署人
              </ReasonButton>
              <ReasonButton type="primary" reason={reason} onClick={() => void draft()}>
                保存草稿并核对
              </ReasonButton>
            </Space>
            <div style={{ maxWidth: 760 }}>
              <Suspense fallback={<LoadingState rows={8} />}>
                <PdfPages
                  data={loaded.data}
                  onSeen={setPage}
                  over={(number, scale, size) =>
                    fields
                      .filter((one) => one.page === number)
                      .map((one) => (
                        <DesignBox
                          key={one.key}
                          of={one}
                          scale={scale}
                          chosen={one.key === chosen}
                          onChoose={() => setChosen(one.key)}
                          onMove={(dx, dy) => change(one.key, (old) => snapped(moved(old, dx, dy, size), fields, size))}
                          onSize={(dw, dh) => change(one.key, (old) => sized(old, dw, dh, size))}
                          onRemove={() => setFields(fields.filter((other) => other.key !== one.key))}
                        />
                      ))
                  }
                />
              </Suspense>
            </div>
          </>
        ) : null}
      </Space>
    </Section>
  )
}
