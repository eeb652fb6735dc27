/**
 * 运营商入驻: the company, then what a payment provider wants to know of it, a step at a time. Every step is saved; whoever comes back goes on
 * where something is still missing.
 */
import { useState } from 'react'
import { Alert, Button, Space, Steps } from 'antd'
import { useQuery } from '@tanstack/react-query'
import type { DetailExtras, Row } from '#kit/entity/wire.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { entityKeys } from '#kit/ui/client/entity-keys.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { ActionBar, DetailSections, EntityForm, useDetail } from '#kit/ui/record.web.tsx'
import { entityOf } from '#kit/ui/screen/registry.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'

const PARTS = ['主体', '法人', '账户', '店铺'] as const
const TITLES = ['公司', ...PARTS, '提交']
const LAST = TITLES.length - 1

export default function Onboarding() {
  const { params } = useScreen()
  const id = Number(params['profile'])
  return Number.isSafeInteger(id) && id > 0 ? <OfCompany profile={id} /> : <Company id={undefined} />
}

function Ladder({ at, reached, onGo }: { at: number; reached: number; onGo?: (step: number) => void }) {
  return (
    <Section title="运营商入驻" hint="每一步都会保存，可以随时离开，之后从「运营商信息」继续">
      <Steps
        size="small"
        responsive
        current={at}
        items={TITLES.map((title, i) => ({ title, disabled: i > reached }))}
        {...(onGo ? { onChange: onGo } : {})}
      />
    </Section>
  )
}

function Company({ id, onNext }: { id: number | undefined; onNext?: () => void }) {
  const { setParams, close } = useScreen()
  return (
    <>
      {id === undefined ? <Ladder at={0} reached={0} /> : null}
      <EntityForm
        entity="operatorProfile"
        id={id}
        step={{ sections: Object.keys(entityOf('operatorProfile').form), save: '保存，下一步' }}
        onCancel={() => void close()}
        onDone={(row) => (onNext ? onNext() : setParams({ profile: String(row.id), type: null }))}
      />
    </>
  )
}

/** The live application of this company, the newest first. */
const useApplication = (profile: number) =>
  useQuery({
    queryKey: ['entity', 'merchant', 'of', profile],
    queryFn: async ({ signal }) => {
      const { list } = await api.get<{ list: Row[] }>('/api/v1/merchant/list', { profile, pageSize: 20 }, { signal, silent: true })
      return list.find((row) => row['status'] !== 'voided') ?? null
    },
  })

function OfCompany({ profile }: { profile: number }) {
  const company = useDetail('operatorProfile', profile)
  const application = useApplication(profile)
  if (company.isError) return <ErrorState error={company.error} onRetry={() => void company.refetch()} />
  if (application.isError) return <ErrorState error={application.error} onRetry={() => void application.refetch()} />
  if (!company.data || application.data === undefined) return <LoadingState rows={8} />
  return <Wizard company={company.data} merchant={application.data} />
}

function Wizard({ company, merchant }: { company: Row; merchant: Row | null }) {
  const { params, setParams, close } = useScreen()
  const [asked, setAsked] = useState<number | null>(null)
  const saved = Number(params['step'])
  // Nothing of a merchant is there before its first step is saved.
  const reached = merchant ? LAST : 1
  const at = Math.min(asked ?? (Number.isSafeInteger(saved) ? saved : 1), reached)
  const go = (step: number): void => {
    setAsked(step)
    setParams({ step: String(step) })
  }
  const part = PARTS[at - 1]
  return (
    <>
      <Ladder at={at} reached={reached} onGo={go} />
      {at === 0 ? (
        <Company id={company.id} onNext={() => go(1)} />
      ) : part === undefined ? (
        <Review id={merchant!.id} onEdit={go} />
      ) : (
        <EntityForm
          key={`${merchant?.id ?? 'new'}:${part}`}
          entity="merchant"
          {...(merchant ? { id: merchant.id } : { preset: firstValues(company) })}
          step={{ sections: merchant ? [part] : ['进件', part], save: '保存，下一步' }}
          onCancel={() => void close()}
          onDone={() => go(at + 1)}
        />
      )}
    </>
  )
}

/** What the company has told already need not be typed again. */
const firstValues = (company: Row): Record<string, unknown> => ({
  profile: company.id,
  subjectName: company['name'],
  subjectCode: company['creditCode'],
  legalName: company['legalPerson'],
  accountName: company['name'],
})

function Review({ id, onEdit }: { id: number; onEdit: (step: number) => void }) {
  const { open } = useScreen()
  const { data, error, refetch } = useQuery({
    queryKey: entityKeys.detail('merchant', id),
    queryFn: ({ signal }) => api.get<Row & DetailExtras>('/api/v1/merchant/detail', { id }, { signal, silent: true }),
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={8} />
  const reason = data.$actions?.find((a) => a.name === 'submit')?.reason ?? null
  const editable = data['status'] === 'editing' || data['status'] === 'rejected'
  return (
    <>
      {editable && reason ? <Alert type="warning" showIcon className="zyt-form-alert" title={reason} /> : null}
      {editable && !reason ? <Alert type="success" showIcon className="zyt-form-alert" title="资料齐全，核对无误后提交支付平台" /> : null}
      <DetailSections entity={entityOf('merchant')} row={data} />
      <div className="zyt-form-bar">
        <span />
        <Space wrap>
          {editable ? <Button onClick={() => onEdit(4)}>上一步</Button> : null}
          <Button onClick={() => open(`/operator/merchantDetail?id=${id}`)}>进件详情</Button>
          <ActionBar entity="merchant" row={data} promoted={['submit', 'register']} visible={2} onDone={() => void refetch()} />
        </Space>
      </div>
    </>
  )
}
