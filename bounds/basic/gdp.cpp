#include "bounds/basic/gdp.hpp"

#include <fmt/format.h>

#include "bounds/batch/poisson_closed_forms.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"

namespace hallmark::basic {

Law gdp(const Number& mu) {
  if (mu.sign() <= 0) throw InputError("gdp", "mu", mu.to_string(), "positive");
  return gaussian_pair([=](slong bits) { return mu.ball(bits); }, fmt::format("gdp mu={}", mu.to_string()));
}

Law gaussian_pair(const std::function<Ball(slong bits)>& mu, std::string key) {
  Law law;
  law.method = "closed form of the Gaussian mechanism";
  law.phase.key = std::move(key);
  law.phase.symmetric = true;
  law.phase.gaussian_variance = [=](slong bits) {
    const Ball m = mu(bits);
    return m * m;
  };
  law.curve = [=](Direction, slong rounds, slong, const Budget&) -> std::optional<Curve> {
    return [=](const Threshold& at) {
      const slong bits = at.eps.bits();
      const Ball m = mu(bits) * sqrt(Ball(rounds, bits));
      return Sample{poisson_gaussian::gaussian_profile(m, at.eps), -at.w * normal_cdf(-m / 2 - at.eps / m)};
    };
  };
  return law;
}

}  // namespace hallmark::basic
