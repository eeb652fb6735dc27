/** What a company that never signed electronically has to do first, with the way there. */
import { Alert, Space } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { ReasonButton } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { Readiness as Ready } from '../flows/ready.server.ts'

export const useReadiness = () =>
  useQuery({
    queryKey: ['entity', 'signSeal', 'ready'],
    queryFn: ({ signal }) => api.get<Ready>('/api/v1/contract/sign/ready', {}, { signal, silent: true }),
  })

export function Readiness() {
  const { open } = useScreen()
  const can = useCan()
  const { data } = useReadiness()
  if (!data || (data.verified && data.seals.length)) return null
  const closed = can('contractAuth') ? null : '您没有实名认证的权限，请联系管理员开通'
  return (
    <Alert
      type="warning"
      showIcon
      title="发起签署前还需要"
      description={
        <Space wrap>
          {data.verified ? null : (
            <ReasonButton size="small" reason={closed} onClick={() => open(data.company ? 'contractAuth' : 'contractAuthAdd')}>
              {data.company ? `核验本单位实名：${data.company}` : '登记本单位实名'}
            </ReasonButton>
          )}
          {data.seals.length ? null : (
            <ReasonButton size="small" reason={closed} onClick={() => open('signSealAdd')}>
              登记印章与保管人
            </ReasonButton>
          )}
        </Space>
      }
    />
  )
}

/** Nobody begins with an empty sheet: the paper as delivered, to be changed later. */
export function StandardTemplate({ bizType }: { bizType: string }) {
  const client = useQueryClient()
  const may = useCan()('templateList_add')
  const take = async (): Promise<void> => {
    const { name } = await api.post<{ name: string }>('/api/v1/contract/template/standard', { bizType })
    toast.success(`已采用标准文本「${name}」，可在「合同模板」修改`)
    await client.invalidateQueries({ queryKey: ['entity'] })
  }
  return (
    <Alert
      type="info"
      showIcon
      title="还没有启用的模板"
      action={
        <ReasonButton
          size="small"
          type="primary"
          reason={may ? null : '您没有新增模板的权限，请联系管理员开通'}
          onClick={() => void take()}
        >
          采用标准文本
        </ReasonButton>
      }
    />
  )
}

/** Where people sign, when it is not here, and whether we are let in. */
export function ProviderState() {
  const may = useCan()('contractAuth_check')
  const { data } = useQuery({
    queryKey: ['esign', 'provider'],
    queryFn: ({ signal }) => api.get<{ outside: boolean }>('/api/v1/contract/provider/info', {}, { signal, silent: true }),
  })
  if (!data?.outside) return null
  const test = async (): Promise<void> => {
    const { reason } = await api.post<{ reason: string | null }>('/api/v1/contract/provider/test', {})
    if (reason === null) toast.success('连接正常')
    else toast.error(reason)
  }
  return (
    <Alert
      type="info"
      showIcon
      title="新发起的流程由 e签宝 签署，签署方由其短信通知"
      action={
        <ReasonButton size="small" reason={may ? null : '您没有实名核验的权限，请联系管理员开通'} onClick={() => void test()}>
          测试连接
        </ReasonButton>
      }
    />
  )
}
