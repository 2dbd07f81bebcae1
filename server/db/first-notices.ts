/** The legal notice that each currency begins with. Admins replace it when the law changes. */
import type { Language } from '../../domain/languages.ts'
import type { FiatCurrency } from '../../domain/offers/currencies.ts'

/** Written without the name of the asset, which is configured. */
export const FIRST_NOTICES: Readonly<Record<FiatCurrency, Readonly<Record<Language, string>>>> = {
  TND: {
    en: 'In Tunisia, crypto-assets are not legal tender, and exchange-control law applies to payments to and from other countries. Transactions in crypto-assets may be prohibited and punished, and a bank may refuse or block a payment that is made for one. Check what the law of your country allows before you create an offer or open a trade. This notice is not legal advice.',
    fr: 'En Tunisie, les crypto-actifs n’ont pas cours légal et la réglementation des changes s’applique aux paiements avec l’étranger. Les opérations en crypto-actifs peuvent être interdites et sanctionnées, et une banque peut refuser ou bloquer un paiement qui s’y rapporte. Vérifiez ce que permet la loi de votre pays avant de créer une offre ou d’ouvrir un échange. Cet avis n’est pas un conseil juridique.',
    ar: 'الأصول المشفّرة ليست عملة قانونية في تونس، ويسري قانون الصرف على المدفوعات من الخارج وإليه. قد تكون معاملات الأصول المشفّرة محظورة ومعاقبًا عليها، وقد يرفض البنك دفعة تتعلق بها أو يجمّدها. تحقّق مما يسمح به قانون بلدك قبل إنشاء عرض أو فتح صفقة. هذا الإشعار ليس استشارة قانونية.',
  },
  EUR: {
    en: 'In the European Economic Area, crypto-assets are not legal tender, and the regulation on markets in crypto-assets (MiCA) applies: who provides services for them needs an authorisation, and not every stablecoin may be offered to the public. Gains may be taxed. Check what the law of your country allows before you create an offer or open a trade. This notice is not legal advice.',
    fr: 'Dans l’Espace économique européen, les crypto-actifs n’ont pas cours légal et le règlement sur les marchés de crypto-actifs (MiCA) s’applique : fournir des services sur ces actifs exige un agrément, et tout stablecoin ne peut pas être proposé au public. Les gains peuvent être imposés. Vérifiez ce que permet la loi de votre pays avant de créer une offre ou d’ouvrir un échange. Cet avis n’est pas un conseil juridique.',
    ar: 'الأصول المشفّرة ليست عملة قانونية في المنطقة الاقتصادية الأوروبية، وتسري عليها لائحة أسواق الأصول المشفّرة (MiCA): تقديم الخدمات المتعلقة بها يحتاج إلى ترخيص، ولا يجوز عرض كل عملة مستقرة على الجمهور. وقد تخضع الأرباح للضريبة. تحقّق مما يسمح به قانون بلدك قبل إنشاء عرض أو فتح صفقة. هذا الإشعار ليس استشارة قانونية.',
  },
  USD: {
    en: 'In the United States, crypto-assets are not legal tender. Federal and state rules on money transmission, sanctions and taxes may apply to buying and selling them, and differ from state to state. If you pay in dollars from another country, its law applies to you as well. Check what it allows before you create an offer or open a trade. This notice is not legal advice.',
    fr: 'Aux États-Unis, les crypto-actifs n’ont pas cours légal. Des règles fédérales et des règles propres à chaque État sur la transmission de fonds, les sanctions et les impôts peuvent s’appliquer à leur achat et à leur vente. Si vous payez en dollars depuis un autre pays, la loi de ce pays s’applique aussi à vous. Vérifiez ce qu’elle permet avant de créer une offre ou d’ouvrir un échange. Cet avis n’est pas un conseil juridique.',
    ar: 'الأصول المشفّرة ليست عملة قانونية في الولايات المتحدة. قد تسري على شرائها وبيعها قواعد اتحادية وأخرى خاصة بكل ولاية بشأن تحويل الأموال والعقوبات والضرائب. وإذا كنت تدفع بالدولار من بلد آخر، فإن قانون ذلك البلد يسري عليك أيضًا. تحقّق مما يسمح به قبل إنشاء عرض أو فتح صفقة. هذا الإشعار ليس استشارة قانونية.',
  },
  MAD: {
    en: 'In Morocco, crypto-assets are not legal tender. The foreign exchange office and the central bank have warned that payments in them break the exchange regulations and can be punished, and a law on crypto-assets is in preparation. A bank may refuse or block a payment that is made for one. Check what the law of your country allows before you create an offer or open a trade. This notice is not legal advice.',
    fr: 'Au Maroc, les crypto-actifs n’ont pas cours légal. L’Office des changes et la banque centrale ont averti que les paiements en crypto-actifs enfreignent la réglementation des changes et peuvent être sanctionnés ; une loi sur les crypto-actifs est en préparation. Une banque peut refuser ou bloquer un paiement qui s’y rapporte. Vérifiez ce que permet la loi de votre pays avant de créer une offre ou d’ouvrir un échange. Cet avis n’est pas un conseil juridique.',
    ar: 'الأصول المشفّرة ليست عملة قانونية في المغرب. وقد نبّه مكتب الصرف والبنك المركزي إلى أن الدفع بها يخالف قانون الصرف وقد يُعاقَب عليه، ويجري إعداد قانون خاص بها. وقد يرفض البنك دفعة تتعلق بها أو يجمّدها. تحقّق مما يسمح به قانون بلدك قبل إنشاء عرض أو فتح صفقة. هذا الإشعار ليس استشارة قانونية.',
  },
  DZD: {
    en: 'In Algeria, the law forbids issuing, buying, selling, holding and using crypto-assets, and punishes it. A bank or the post may refuse or block a payment that is made for one. Check what the law of your country allows before you create an offer or open a trade. This notice is not legal advice.',
    fr: 'En Algérie, la loi interdit et sanctionne l’émission, l’achat, la vente, la détention et l’utilisation de crypto-actifs. Une banque ou la poste peut refuser ou bloquer un paiement qui s’y rapporte. Vérifiez ce que permet la loi de votre pays avant de créer une offre ou d’ouvrir un échange. Cet avis n’est pas un conseil juridique.',
    ar: 'يمنع القانون في الجزائر إصدار الأصول المشفّرة وشراءها وبيعها وحيازتها واستعمالها، ويعاقب على ذلك. وقد يرفض البنك أو البريد دفعة تتعلق بها أو يجمّدها. تحقّق مما يسمح به قانون بلدك قبل إنشاء عرض أو فتح صفقة. هذا الإشعار ليس استشارة قانونية.',
  },
}
