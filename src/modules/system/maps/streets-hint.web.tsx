/** On the shipped map, for those who may change it: where streets come from. Nobody else is told of a setting they cannot open. */
import { useQuery } from '@tanstack/react-query'
import type { Row } from '#kit/entity/wire.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { Link } from '#kit/ui/screen/link.web.tsx'
import { detailPath } from '#kit/ui/screen/registry.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import '#kit/ui/map/map.css'

export default function StreetsHint() {
  const can = useCan()
  return can('appConfig_edit') ? <HintLink /> : null
}
function HintLink() {
  const { data } = useQuery({
    queryKey: ['entity', 'siteConfig', 'of-this-host'],
    queryFn: () => api.get<{ list: Row[] }>('/api/v1/siteConfig/list', { pageSize: 200 }, { silent: true }),
    staleTime: 60_000,
  })
  const of = (host: string): Row | undefined => data?.list.find((row) => String(row['host']).toLowerCase() === host)
  const site = of(window.location.hostname.toLowerCase()) ?? of('*')
  return (
    <Link className="zyt-map-hint" closed={null} to={(site && detailPath('siteConfig', site.id)) ?? '/system/appConfig'}>
      想看到街道？
    </Link>
  )
}
